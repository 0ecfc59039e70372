// Limit and stop orders in the format of the API, and the stored notifications.
export const limitBuy = {
  id: 'order-1',
  ticker: 'AAPL',
  type: 'BUY',
  kind: 'limit',
  quantity: 5,
  price: 180,
  lasts: 'day',
  state: 'open',
  placed_at: '2026-11-13T14:30:00Z',
  expires_at: '2026-11-13T21:00:00Z',
  closed_at: null,
  reason: null,
  filled: null,
}

export const stopSell = {
  ...limitBuy,
  id: 'order-2',
  type: 'SELL',
  kind: 'stop',
  quantity: 1,
  price: 170,
}

export const filledAt = <O extends object>(
  order: O,
  price: number,
  at = '2026-11-13T15:00:00Z',
) => ({ ...order, state: 'filled', closed_at: at, filled: { price, at } })

export const listOf = (...orders: readonly object[]) => ({ orders, next: null })

/** The address of the closed orders since a time; without one, all of them. */
export const closedSince = (time = '1970-01-01T00:00:00.000Z'): string =>
  `/api/orders?closed_after=${encodeURIComponent(time)}`

const stored = 'tengrand-order-notifications'

/** Stores the notifications of an earlier visit; by default no order was closed since the orders were placed. */
export const storeNotifications = (owner: string, changes: object): void =>
  localStorage.setItem(
    stored,
    JSON.stringify([
      [owner, { since: limitBuy.placed_at, read: [], open: 0, unread: 0, ...changes }],
    ]),
  )

/** Those of the account that was stored last. */
export function storedNotifications(): unknown {
  const [first] = JSON.parse(localStorage.getItem(stored) ?? '[]') as [string, object][]
  return first ? { owner: first[0], ...first[1] } : null
}
