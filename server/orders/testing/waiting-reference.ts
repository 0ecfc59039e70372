// A portfolio with orders that wait, as a simple-minded second implementation keeps it: plain numbers and lists.

export interface WaitingWish {
  readonly ticker: string
  readonly type: 'BUY' | 'SELL'
  readonly kind: 'limit' | 'stop'
  readonly quantity: number
  readonly cents: number
}

interface Kept extends WaitingWish {
  readonly placedAt: number
  state: string
  fillCents: number | null
}

export interface Sides {
  readonly bid: number
  readonly ask: number
}

export function createWaitingReference(sidesOf: (ticker: string) => Sides, now: () => number) {
  let cash = 1_000_000
  const shares = new Map<string, number>()
  /** Oldest first. */
  const orders: Kept[] = []

  const has = (ticker: string): number => shares.get(ticker) ?? 0
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
    const sign = type === 'BUY' ? 1 : -1
    cash -= sign * quantity * price
    shares.set(ticker, has(ticker) + sign * quantity)
    return price
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
      const order: Kept = { ...wish, placedAt: now(), state: 'open', fillCents: null }
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
    split: (ticker: string, ratio: number): void => {
      for (const order of open()) if (order.ticker === ticker) order.state = 'cancelled'
      shares.set(ticker, has(ticker) * ratio)
    },
    placed: (): number => orders.length,
    summary: (tickers: readonly string[]) => ({
      cash: cash / 100,
      freeCash: freeCash() / 100,
      stocks: tickers
        .filter((ticker) => has(ticker) > 0)
        .map((ticker) => [ticker, has(ticker), freeShares(ticker)]),
      orders: orders.map(({ state, fillCents }) => [
        state,
        fillCents === null ? null : fillCents / 100,
      ]),
    }),
  }
}
