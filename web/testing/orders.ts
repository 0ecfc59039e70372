// Orders that wait for their price, as they are on the wire.
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

export const filledAt = <O extends object>(order: O, price: number) => ({
  ...order,
  state: 'filled',
  closed_at: '2026-11-13T15:00:00Z',
  filled: { price, at: '2026-11-13T15:00:00Z' },
})

export const listOf = (...orders: readonly object[]) => ({ orders, next: null })
