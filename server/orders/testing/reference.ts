// A portfolio with waiting orders, as a simple second implementation with plain numbers and lists.

export interface ConditionalOrder {
  readonly ticker: string
  readonly type: 'BUY' | 'SELL'
  readonly kind: 'limit' | 'stop'
  readonly quantity: number
  readonly cents: number
}

/** A market order: `cents` is the price that the learner saw. */
export interface MarketOrder extends ConditionalOrder {
  readonly key: string
}

/** The result of an order: its code or state, and the sentence of a trade or a refusal. */
export interface Reply {
  readonly result: string
  readonly words?: string
  /** The cash after a trade, or the current price if it has moved. */
  readonly cash?: number
  readonly price?: number
}

/** A line as in the API, without its time. */
export interface LedgerLine {
  readonly type: string
  readonly ticker: string
  readonly quantity: number
  readonly price: number
  readonly cash?: number
  readonly realized_gain: number | null
}

interface ReferenceOrder extends ConditionalOrder {
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
  /** By stock, for those that were sold or split. */
  const gains = new Map<string, number>()
  /** Oldest first. */
  const orders: ReferenceOrder[] = []
  /** Newest first. */
  const lines: LedgerLine[] = []
  /** The executed market orders by key. */
  const done = new Map<string, { wish: MarketOrder; words: string }>()

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

  function isMet({ ticker, type, kind, cents }: ConditionalOrder): boolean {
    const { bid, ask } = sidesOf(ticker)
    if (type === 'BUY') return ask <= cents
    return kind === 'stop' ? bid <= cents : bid >= cents
  }

  function trade(ticker: string, type: string, quantity: number): number {
    const price = priceFor(ticker, type)
    const total = quantity * price
    const line = { type, ticker, quantity, price: price / 100 }
    if (type === 'BUY') {
      add(ticker, { quantity, cost: total, cash: -total })
      lines.unshift({ ...line, realized_gain: null })
    } else {
      const cost = rounded(costOf(ticker) * quantity, has(ticker))
      add(ticker, { quantity: -quantity, cost: -cost, cash: total })
      gains.set(ticker, (gains.get(ticker) ?? 0) + total - cost)
      lines.unshift({ ...line, realized_gain: (total - cost) / 100 })
    }
    return price
  }

  function add(ticker: string, change: { quantity: number; cost: number; cash: number }): void {
    cash += change.cash
    shares.set(ticker, has(ticker) + change.quantity)
    costs.set(ticker, costOf(ticker) + change.cost)
  }

  function refusal({ ticker, type, quantity }: ConditionalOrder, cents: number): Reply | null {
    if (type === 'BUY') {
      const [need, free] = [quantity * cents, freeCash()]
      const rest =
        free === cash
          ? `you have ${money(cash)}.`
          : `you have ${money(free)} to spend. Open orders hold the rest.`
      const words = `Not enough cash: this costs ${money(need)} and ${rest}`
      return need > free ? { result: 'insufficient_cash', words } : null
    }
    const [have, free] = [has(ticker), freeShares(ticker)]
    const words =
      free === have
        ? `Not enough shares: you have ${count(have)} of ${ticker}.`
        : `Not enough shares: you can sell ${free.toLocaleString('en-US')} of your ${count(have)} of ${ticker}. Open orders hold the rest.`
    return quantity > free ? { result: 'insufficient_shares', words } : null
  }

  /** Refuses a price that differs from the seen one by more than one percent and more than two cents. */
  function moved({ ticker, cents }: ConditionalOrder, price: number): Reply | null {
    const gap = Math.abs(price - cents)
    if (gap * 100 <= cents || gap <= 2) return null
    const words = `The price of ${ticker} is now ${money(price)}. Please review and try again.`
    return { result: 'price_moved', words, price: price / 100 }
  }

  return {
    now: (wish: MarketOrder, isPriceKnown: boolean): Reply => {
      const { ticker, type, quantity, key } = wish
      const before = done.get(key)
      if (before !== undefined)
        return JSON.stringify(before.wish) === JSON.stringify(wish)
          ? { result: 'done', words: before.words, cash: cash / 100 }
          : { result: 'key_reused', words: 'This order was already sent with other details.' }
      if (!isPriceKnown)
        return { result: 'no_price', words: `No price is available for ${ticker} right now.` }
      const price = priceFor(ticker, type)
      const no = moved(wish, price) ?? refusal(wish, price)
      if (no !== null) return no
      trade(ticker, type, quantity)
      const verb = type === 'BUY' ? 'Bought' : 'Sold'
      const words = `${verb} ${count(quantity)} of ${ticker} at ${money(price)} for ${money(quantity * price)}.`
      done.set(key, { wish, words })
      return { result: 'done', words, cash: cash / 100 }
    },
    place: (wish: ConditionalOrder): Reply => {
      const isNow = isMet(wish)
      const no = refusal(wish, isNow ? priceFor(wish.ticker, wish.type) : wish.cents)
      if (no !== null) return no
      const order: ReferenceOrder = { ...wish, placedAt: now(), state: 'open', fillCents: null }
      if (isNow) {
        order.fillCents = trade(wish.ticker, wish.type, wish.quantity)
        order.state = 'filled'
      }
      orders.push(order)
      return { result: order.state }
    },
    /** Fills the oldest first, each at the current price. */
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
    /** A fraction of a share is paid out at the price of a new share. */
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
      const gain = (paid - cost) / 100
      lines.unshift({
        type: 'SPLIT',
        ticker,
        quantity,
        price: 0,
        cash: paid / 100,
        realized_gain: gain,
      })
    },
    lines: (): readonly LedgerLine[] => lines,
    /** The most shares that a market order can buy or sell. */
    most: (ticker: string, type: string): number =>
      type === 'BUY' ? Math.floor(freeCash() / priceFor(ticker, type)) : freeShares(ticker),
    /** The key figures at the given prices. */
    figures: (priceOf: (ticker: string) => number) => {
      const worth = [...shares].reduce((sum, [ticker, n]) => sum + n * priceOf(ticker), cash)
      const realized = [...gains.values()].reduce((sum, gain) => sum + gain, 0)
      return {
        total_value: worth / 100,
        realized_gain: realized / 100,
        unrealized_gain: (worth - 1_000_000 - realized) / 100,
        holdings: [...shares.keys()]
          .filter((ticker) => has(ticker) > 0)
          .toSorted()
          .map((ticker) => {
            const value = has(ticker) * priceOf(ticker)
            return { ticker, market_value: value / 100, gain_loss: (value - costOf(ticker)) / 100 }
          }),
      }
    },
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

/** Rounds half a cent up; no value here is negative. */
const rounded = (dividend: number, divisor: number): number =>
  Number((2n * BigInt(dividend) + BigInt(divisor)) / (2n * BigInt(divisor)))

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (cents: number): string => dollars.format(cents / 100)

const count = (quantity: number): string =>
  `${quantity.toLocaleString('en-US')} ${quantity === 1 ? 'share' : 'shares'}`
