// One account as a simple-minded second implementation keeps it, sharing no code with the product: bigints and plain lists.

export interface Wish {
  readonly way: 'buy' | 'sell'
  readonly ticker: string
  readonly quantity: number
  readonly seenCents: number
  readonly key: string
}

/** What the server should answer. */
export interface Reply {
  readonly status: number
  readonly code?: string
  readonly words: string
}

interface Shares {
  quantity: bigint
  cost: bigint
  /** Null until some are sold or split. */
  realized: bigint | null
}

interface Done {
  readonly wish: Wish
  readonly reply: Reply
}

export interface LedgerLine {
  readonly type: string
  readonly ticker: string
  readonly quantity: number
  readonly price: number
  readonly cash?: number
  readonly realized_gain: number | null
}

export function createReference() {
  let cash = 1_000_000n
  const held = new Map<string, Shares>()
  const done = new Map<string, Done>()
  /** Newest first. */
  const lines: LedgerLine[] = []

  const sharesOf = (ticker: string): Shares => {
    const shares = held.get(ticker) ?? { quantity: 0n, cost: 0n, realized: null }
    held.set(ticker, shares)
    return shares
  }

  return {
    order(wish: Wish, priceCents: number | null): Reply {
      const before = done.get(wish.key)
      if (before) return isSame(before.wish, wish) ? before.reply : keyReused
      if (priceCents === null) {
        return refuse(503, 'no_price', `No price is available for ${wish.ticker} right now.`)
      }
      const no = refusal(wish, BigInt(priceCents), cash, sharesOf(wish.ticker).quantity)
      if (no) return no
      const quantity = BigInt(wish.quantity)
      const total = BigInt(priceCents) * quantity
      const shares = sharesOf(wish.ticker)
      let gain: bigint | null = null
      if (wish.way === 'buy') {
        cash -= total
        shares.cost += total
        shares.quantity += quantity
      } else {
        const left = rounded(shares.cost * quantity, shares.quantity)
        gain = total - left
        cash += total
        shares.cost -= left
        shares.quantity -= quantity
        shares.realized = (shares.realized ?? 0n) + gain
      }
      const { ticker } = wish
      const type = wish.way === 'buy' ? 'BUY' : 'SELL'
      lines.unshift({
        type,
        ticker,
        quantity: wish.quantity,
        price: priceCents / 100,
        realized_gain: gain === null ? null : Number(gain) / 100,
      })
      const verb = wish.way === 'buy' ? 'Bought' : 'Sold'
      const words = `${verb} ${count(quantity)} of ${ticker} at ${money(BigInt(priceCents))} for ${money(total)}.`
      const reply = { status: 200, words }
      done.set(wish.key, { wish, reply })
      return reply
    },

    /** At the price at which its day begins, in new shares. */
    split(ticker: string, [numerator, denominator]: readonly [number, number], priceCents: number) {
      const shares = sharesOf(ticker)
      if (shares.quantity === 0n) return
      const parts = shares.quantity * BigInt(numerator)
      const whole = parts / BigInt(denominator)
      const rest = parts % BigInt(denominator)
      const paid = rounded(BigInt(priceCents) * rest, BigInt(denominator))
      const added = whole - shares.quantity
      if (added === 0n && paid === 0n) return
      const left = rounded(shares.cost * rest, parts)
      cash += paid
      shares.cost -= left
      shares.quantity = whole
      shares.realized = (shares.realized ?? 0n) + paid - left
      lines.unshift({
        type: 'SPLIT',
        ticker,
        quantity: Number(added),
        price: 0,
        cash: Number(paid) / 100,
        realized_gain: Number(paid - left) / 100,
      })
    },

    quantityOf: (ticker: string): number => Number(sharesOf(ticker).quantity),
    lines: (): readonly LedgerLine[] => lines,

    portfolio(priceOf: (ticker: string) => number) {
      const holdings = [...held].flatMap(([ticker, { quantity, cost }]) => {
        if (quantity === 0n) return []
        const value = BigInt(priceOf(ticker)) * quantity
        return {
          ticker,
          quantity: Number(quantity),
          avg_price: Number(rounded(cost, quantity)) / 100,
          market_value: Number(value) / 100,
          gain_loss: Number(value - cost) / 100,
        }
      })
      const worth = holdings.reduce(
        (sum, { ticker, quantity }) => sum + BigInt(priceOf(ticker)) * BigInt(quantity),
        cash,
      )
      const realized = [...held].flatMap(([ticker, { realized: gain }]) =>
        gain === null ? [] : { ticker, realized_gain: Number(gain) / 100 },
      )
      const all = [...held.values()].reduce((sum, shares) => sum + (shares.realized ?? 0n), 0n)
      return {
        cash_balance: Number(cash) / 100,
        total_value: Number(worth) / 100,
        realized_gain: Number(all) / 100,
        unrealized_gain: Number(worth - 1_000_000n - all) / 100,
        realized: realized.toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1)),
        holdings: holdings.toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1)),
      }
    },
  }
}

function refusal(wish: Wish, price: bigint, cash: bigint, held: bigint): Reply | null {
  const { way, ticker } = wish
  const seen = BigInt(wish.seenCents)
  const gap = price > seen ? price - seen : seen - price
  // More than a hundredth of what was sent, and more than two cents.
  if (gap * 100n > seen && gap > 2n) {
    const words = `The price of ${ticker} is now ${money(price)}. Please review and try again.`
    return refuse(409, 'price_moved', words)
  }
  const need = price * BigInt(wish.quantity)
  if (way === 'buy' && need > cash) {
    const words = `Not enough cash: this costs ${money(need)} and you have ${money(cash)}.`
    return refuse(422, 'insufficient_cash', words)
  }
  if (way === 'sell' && BigInt(wish.quantity) > held) {
    const words = `Not enough shares: you have ${count(held)} of ${ticker}.`
    return refuse(422, 'insufficient_shares', words)
  }
  return null
}

const refuse = (status: number, code: string, words: string): Reply => ({ status, code, words })

const keyReused = refuse(422, 'key_reused', 'This order was already sent with other details.')

const isSame = (a: Wish, b: Wish): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Half a cent goes up; nothing here is below zero. */
const rounded = (dividend: bigint, divisor: bigint): bigint =>
  dividend / divisor + ((dividend % divisor) * 2n >= divisor ? 1n : 0n)

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (cents: bigint): string => dollars.format(Number(cents) / 100)

const count = (quantity: bigint): string =>
  `${quantity.toLocaleString('en-US')} ${quantity === 1n ? 'share' : 'shares'}`
