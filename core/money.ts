// Money as whole cents: arithmetic, the only rounding of the product, and formatting.

export type Cents = number & { readonly brand: 'Cents' }

export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount))
    throw new RangeError(`${amount} is not a whole number of cents`)
  // Adding zero turns −0 into 0, so that equal amounts are also identical.
  return (amount + 0) as Cents
}

// Parses the decimal digits, because 1.005 × 100 is 100.49999999999999 in binary. Parsing is slow and an answer has
// thousands of prices, so a number is multiplied first: the error is below a millionth of a cent, so that only amounts
// near a half cent need parsing.
export function fromDollars(dollars: number | string): Cents {
  const nearest = typeof dollars === 'string' ? null : nearestTo(dollars * 100)
  return nearest ?? cents(Number(toUnits(dollars, 2)))
}

// Rounds amounts that are exact to a millionth of a cent; null near a half cent, where that is not exact enough.
export function nearestTo(amount: number): Cents | null {
  const nearest = Math.round(amount)
  return Math.abs(amount) < 1e9 && Math.abs(amount - nearest) < 0.499999 ? cents(nearest) : null
}

// Exact on the wire up to 2^46 dollars; beyond, a JSON number has no room for the cents.
export const toDollars = (amount: Cents): number => amount / 100

export const times = (price: Cents, quantity: number): Cents => cents(price * whole(quantity))

// The cost of some of the shares: share(cost, 1, quantity) is the average price. The counts may be
// bigints, because shares times the terms of a split pass 2^53 sooner than money does.
export const share = (cost: Cents, part: number | bigint, of: number | bigint): Cents =>
  cents(Number(divide(BigInt(cost) * BigInt(part), BigInt(of))))

// A percentage with 4 decimals, as in the API. Throws if `of` is zero: callers decide what to show instead.
export const percent = (part: Cents, of: Cents): number =>
  Number(divide(BigInt(part) * 1_000_000n, BigInt(of))) / 10_000

export const formatMoney = (amount: Cents): string =>
  `${amount < 0 ? minus : ''}$${digitsOf(BigInt(amount), 2)}`

export const formatGain = (amount: Cents): string =>
  `${amount < 0 ? minus : '+'}$${digitsOf(BigInt(amount), 2)}`

// The sign follows `amount`, because a small percentage can round to zero. A loss that rounds to zero has no sign,
// because "-0.00%" would confuse readers.
export function formatPercent(value: number, digits = 2, amount = value): string {
  const words = digitsOf(toUnits(value, digits), digits)
  if (amount >= 0) return `+${words}%`
  return /[1-9]/.test(words) ? `${minus}${words}%` : `${words}%`
}

export const formatQuantity = (quantity: number): string =>
  `${quantity < 0 ? minus : ''}${digitsOf(BigInt(whole(quantity)), 0)}`

/** '1 member', '2 members'. */
export const formatCount = (count: number, noun: string): string =>
  `${formatQuantity(count)} ${noun}${count === 1 ? '' : 's'}`

/** '1 share', '2 shares'. The input of a form need not be a whole number. */
export const formatShares = (quantity: number): string =>
  Number.isSafeInteger(quantity) ? formatCount(quantity, 'share') : 'shares'

// For numbers that are not money, such as an age in hours. Multiplied first, like dollars.
export function roundTo(value: number, digits: number): number {
  const units = nearestTo(value * 10 ** digits) ?? Number(toUnits(value, digits))
  return units / 10 ** digits
}

// The typographic minus is as wide as the plus, so columns of gains and losses line up.
const minus = '\u2212'

function whole(quantity: number): number {
  if (!Number.isSafeInteger(quantity)) throw new RangeError(`${quantity} is not a whole number`)
  return quantity
}

// The lengths are limited, because writing out an exponent of some millions would take minutes.
const decimal =
  /^(?<sign>[+-]?)(?<integer>\d{1,40})(?:\.(?<fraction>\d{1,40}))?(?:e(?<exponent>[+-]?\d{1,3}))?$/

// String(value) is the shortest decimal form of a number, which is the one that the sender wrote.
function toUnits(value: number | string, digits: number): bigint {
  const parts = decimal.exec(String(value))?.groups
  if (!parts) throw new RangeError(`${value} is not a decimal number`)
  const { sign = '', integer = '', fraction = '', exponent = '0' } = parts
  const units = BigInt(sign + integer + fraction)
  const shift = digits + Number(exponent) - fraction.length
  return shift >= 0 ? units * 10n ** BigInt(shift) : divide(units, 10n ** BigInt(-shift))
}

// Rounds half away from zero, so a gain and a loss of the same size stay the same size.
function divide(dividend: bigint, divisor: bigint): bigint {
  if (divisor === 0n) throw new RangeError('A share of nothing is not a number')
  const size = (2n * magnitude(dividend) + magnitude(divisor)) / (2n * magnitude(divisor))
  return dividend < 0n === divisor < 0n ? size : -size
}

function digitsOf(units: bigint, digits: number): string {
  const text = String(magnitude(units)).padStart(digits + 1, '0')
  const point = text.length - digits
  const grouped = text.slice(0, point).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return digits === 0 ? grouped : `${grouped}.${text.slice(point)}`
}

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units)
