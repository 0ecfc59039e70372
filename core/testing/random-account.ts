// Random accounts for property tests, computed by a second ledger in bigints that shares no code with core/ledger.ts.
import * as fc from 'fast-check'

import type { Entry, SplitRatio } from '../ledger.ts'
import { cents, type Cents } from '../money.ts'
import type { Ticker } from '../tickers.ts'

/** The state of the account after an entry. */
export interface Step {
  readonly entry: Entry
  readonly cash: bigint
  readonly quantity: bigint
  readonly cost: bigint
  /** The gain of this entry alone. */
  readonly realized: bigint
}

export const someTickers: readonly Ticker[] = ['AAPL', 'NVDA', 'LYFT']
export const firstInstant = Date.parse('2026-01-05T15:00Z')
const dayMs = 86_400_000

const anyQuantity = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 1, max: 1_000_000 }),
)

/** Cents up to a million dollars. */
export const anyPrice: fc.Arbitrary<Cents> = fc
  .oneof(
    fc.integer({ min: 1, max: 500 }),
    fc.integer({ min: 1, max: 500_00 }),
    fc.integer({ min: 1, max: 1_000_000_00 }),
  )
  .map(cents)

export const anyRatio: fc.Arbitrary<SplitRatio> = fc.oneof(
  fc.constantFrom(
    { numerator: 2, denominator: 1 },
    { numerator: 3, denominator: 2 },
    { numerator: 10, denominator: 1 },
    { numerator: 1, denominator: 8 },
    { numerator: 1, denominator: 50 },
    { numerator: 5239, denominator: 5000 },
    // A ratio as providers list it for a spin-off: shares times the numerator pass 2^53.
    { numerator: 1_015_873_015_873, denominator: 1_000_000_000_000 },
  ),
  fc.record({
    numerator: fc.integer({ min: 1, max: 30 }),
    denominator: fc.integer({ min: 1, max: 30 }),
  }),
)

const anyPlan = fc.record({
  type: fc.constantFrom('BUY', 'BUY', 'BUY', 'SELL', 'SELL', 'SELL ALL', 'SPLIT'),
  ticker: fc.constantFrom(...someTickers),
  quantity: anyQuantity,
  price: anyPrice,
  ratio: anyRatio,
  gapMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 * dayMs })),
})
type Plan = typeof anyPlan extends fc.Arbitrary<infer T> ? T : never

/** Valid entries in order of time, with the state of the account after each. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc
  .array(anyPlan, { maxLength: 40 })
  .map(stepsOf)

export const anyTrades: fc.Arbitrary<readonly Step[]> = fc
  .array(
    anyPlan.filter(({ type }) => type !== 'SPLIT'),
    { maxLength: 40 },
  )
  .map(stepsOf)

/** Limits the shares, so that no sum of these accounts passes 2^53. */
const sharesMax = 10_000_000n

function stepsOf(plans: readonly Plan[]): Step[] {
  const steps: Step[] = []
  const latest = new Map<Ticker, Step>()
  let cash = 1_000_000n
  let at = firstInstant
  for (const plan of plans) {
    // A split gets an instant of its own, because it comes before the trades of the same instant.
    at += plan.type === 'SPLIT' ? plan.gapMs + 1 : plan.gapMs
    const { quantity = 0n, cost = 0n } = latest.get(plan.ticker) ?? {}
    const step = stepOf(plan, { cash, quantity, cost, at })
    if (step === null || step.quantity > sharesMax) continue
    latest.set(plan.ticker, step)
    cash = step.cash
    steps.push(step)
  }
  return steps
}

interface Books {
  readonly cash: bigint
  readonly quantity: bigint
  readonly cost: bigint
  readonly at: number
}

/** Executes as much of the plan as cash and shares allow; null if that is nothing. */
function stepOf(plan: Plan, books: Books): Step | null {
  if (plan.type === 'BUY') return bought(plan, books)
  if (books.quantity === 0n) return null
  return plan.type === 'SPLIT' ? splitted(plan, books) : sold(plan, books)
}

function bought({ ticker, price, quantity: planned }: Plan, { at, ...books }: Books): Step | null {
  const quantity = least(BigInt(planned), books.cash / BigInt(price))
  if (quantity === 0n) return null
  const total = quantity * BigInt(price)
  return {
    entry: { type: 'BUY', ticker, quantity: Number(quantity), price, at, cost: cents(0) },
    cash: books.cash - total,
    quantity: books.quantity + quantity,
    cost: books.cost + total,
    realized: 0n,
  }
}

function sold({ type, ticker, price, quantity: planned }: Plan, { at, ...books }: Books): Step {
  const quantity = type === 'SELL' ? least(BigInt(planned), books.quantity) : books.quantity
  const costSold = rounded(books.cost * quantity, books.quantity)
  return {
    entry: {
      type: 'SELL',
      ticker,
      quantity: Number(quantity),
      price,
      at,
      cost: cents(Number(costSold)),
    },
    cash: books.cash + quantity * BigInt(price),
    quantity: books.quantity - quantity,
    cost: books.cost - costSold,
    realized: quantity * BigInt(price) - costSold,
  }
}

function splitted({ ticker, price, ratio }: Plan, { at, ...books }: Books): Step {
  const [numerator, denominator] = [BigInt(ratio.numerator), BigInt(ratio.denominator)]
  const quantity = (books.quantity * numerator) / denominator
  const leftOver = books.quantity * numerator - quantity * denominator
  const paid = rounded(BigInt(price) * leftOver, denominator)
  const costPaidOff = rounded(books.cost * leftOver, books.quantity * numerator)
  const added = Number(quantity - books.quantity)
  return {
    entry: {
      type: 'SPLIT',
      ticker,
      quantity: added,
      cash: cents(Number(paid)),
      cost: cents(Number(costPaidOff)),
      ratio,
      at,
    },
    cash: books.cash + paid,
    quantity,
    cost: books.cost - costPaidOff,
    realized: paid - costPaidOff,
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Rounds half up; no value here is negative. */
const rounded = (dividend: bigint, divisor: bigint): bigint =>
  dividend / divisor + ((dividend % divisor) * 2n >= divisor ? 1n : 0n)

const plan = (
  type: Plan['type'],
  quantity: number,
  [numerator, denominator]: readonly [number, number] = [1, 1],
): Plan => ({
  type,
  ticker: 'AAPL',
  quantity,
  price: cents(80_01),
  ratio: { numerator, denominator },
  gapMs: type === 'SPLIT' ? dayMs : 0,
})

/** Covers a sale that takes half a cent of cost, a sale of a whole position, and a reopened position. */
const rarePlans = [plan('BUY', 2), plan('SELL', 1), plan('SELL ALL', 1), plan('BUY', 15)]

export const rareTrades: readonly Step[] = stepsOf(rarePlans)

/** Also covers splits: with a fraction, with terms beyond 2^53, and with too few shares for a whole one. */
export const rareSteps: readonly Step[] = stepsOf([
  ...rarePlans,
  plan('SPLIT', 1, [3, 2]),
  plan('SPLIT', 1, [1_015_873_015_873, 1_000_000_000_000]),
  plan('SELL', 7),
  plan('SPLIT', 1, [1, 50]),
])
