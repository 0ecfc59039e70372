// A portfolio with orders that wait, as a simple second implementation with plain numbers and lists.

export interface WaitingWish {
  readonly ticker: string
  readonly type: 'BUY' | 'SELL'
  readonly kind: 'limit' | 'stop'
  readonly quantity: number
  readonly cents: number
}

interface ReferenceOrder extends WaitingWish {
  readonly placedAt: number
  state: string
  fillCents: number | null
}

export interface Sides {
  readonly bid: number
  readonly ask: number
}

export function createReference(sidesOf: (ticker: string) => Sides, now: () => number) {
  let cash = 1_000_000
  const shares = new Map<string, number>()
  const costs = new Map<string, number>()
  /** Of stocks that were sold or split. */
  const gains = new Map<string, number>()
  /** Oldest first. */
  const orders: ReferenceOrder[] = []

  const has = (ticker: string): number => shares.get(ticker) ?? 0
  const costOf = (ticker: string): number => costs.get(ticker) ?? 0
  const open = () => orders.filter(({ state }) => state === 'open')
  const freeCash = (): number =>
    open()
      .filter(({ type }) => type === 'BUY')
      .reduce((left, { quantity, cents }) => left - quantity * cents, cash)
  const freeShares = (ticker: string): number =>
    open()
      .filter((order) => order.type === 'SELL' && order.ticker === ticker)
      .reduce((left, { quantity }) => left - quantity, has(ticker))
  const priceFor = (ticker: string, type: string): number =>
    type === 'BUY' ? sidesOf(ticker).ask : sidesOf(ticker).bid

  function isMet({ ticker, type, kind, cents }: WaitingWish): boolean {
    const { bid, ask } = sidesOf(ticker)
    if (type === 'BUY') return ask <= cents
    return kind === 'stop' ? bid <= cents : bid >= cents
  }

  function trade(ticker: string, type: string, quantity: number): number {
    const price = priceFor(ticker, type)
    const total = quantity * price
    if (type === 'BUY') add(ticker, { quantity, cost: total, cash: -total })
    else {
      const cost = rounded(costOf(ticker) * quantity, has(ticker))
      add(ticker, { quantity: -quantity, cost: -cost, cash: total })
      gains.set(ticker, (gains.get(ticker) ?? 0) + total - cost)
    }
    return price
  }

  function add(ticker: string, change: { quantity: number; cost: number; cash: number }): void {
    cash += change.cash
    shares.set(ticker, has(ticker) + change.quantity)
    costs.set(ticker, costOf(ticker) + change.cost)
  }

  function refusal(wish: WaitingWish, cents: number): string | null {
    const { ticker, type, quantity } = wish
    if (type === 'BUY') return quantity * cents > freeCash() ? 'insufficient_cash' : null
    return quantity > freeShares(ticker) ? 'insufficient_shares' : null
  }

  return {
    now: (wish: WaitingWish): string => {
      const no = refusal(wish, priceFor(wish.ticker, wish.type))
      if (no === null) trade(wish.ticker, wish.type, wish.quantity)
      return no ?? 'done'
    },
    place: (wish: WaitingWish): string => {
      const isNow = isMet(wish)
      const no = refusal(wish, isNow ? priceFor(wish.ticker, wish.type) : wish.cents)
      if (no !== null) return no
      const order: ReferenceOrder = { ...wish, placedAt: now(), state: 'open', fillCents: null }
      if (isNow) {
        order.fillCents = trade(wish.ticker, wish.type, wish.quantity)
        order.state = 'filled'
      }
      orders.push(order)
      return order.state
    },
    /** The oldest first, each at the price of the moment. */
    look: (): void => {
      for (const order of open()) {
        if (order.placedAt >= now() || !isMet(order)) continue
        order.fillCents = trade(order.ticker, order.type, order.quantity)
        order.state = 'filled'
      }
    },
    cancel: (index: number): string => {
      const order = orders[index]
      if (order?.state !== 'open') return 'order_closed'
      order.state = 'cancelled'
      return 'cancelled'
    },
    /** A part of a share that is left over is paid out at the price of a new one. */
    split: (ticker: string, [numerator, denominator]: Ratio, price: number): void => {
      for (const order of open()) if (order.ticker === ticker) order.state = 'cancelled'
      const parts = has(ticker) * numerator
      const rest = parts % denominator
      const paid = rounded(price * rest, denominator)
      const quantity = (parts - rest) / denominator - has(ticker)
      if (quantity === 0 && paid === 0) return
      const cost = rounded(costOf(ticker) * rest, parts)
      add(ticker, { quantity, cost: -cost, cash: paid })
      gains.set(ticker, (gains.get(ticker) ?? 0) + paid - cost)
    },
    placed: (): number => orders.length,
    summary: (tickers: readonly string[]) => ({
      cash: cash / 100,
      freeCash: freeCash() / 100,
      stocks: tickers
        .filter((ticker) => has(ticker) > 0)
        .map((ticker) => [
          ticker,
          has(ticker),
          freeShares(ticker),
          rounded(costOf(ticker), has(ticker)) / 100,
        ]),
      realized: tickers
        .filter((ticker) => gains.has(ticker))
        .map((ticker) => [ticker, (gains.get(ticker) ?? 0) / 100]),
      orders: orders.map(({ state, fillCents }) => [
        state,
        fillCents === null ? null : fillCents / 100,
      ]),
    }),
  }
}

export type Ratio = readonly [numerator: number, denominator: number]

/** Half a cent goes up; nothing here is below zero. */
const rounded = (dividend: number, divisor: number): number =>
  Number((2n * BigInt(dividend) + BigInt(divisor)) / (2n * BigInt(divisor)))
