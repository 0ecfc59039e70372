// The order in which holdings stand: by which column, in which direction, and how choosing a column changes that.

/** A holding as it is on the wire, in dollars. */
export interface HoldingRow {
  readonly ticker: string
  readonly quantity: number
  readonly avg_price: number
  readonly current_price: number
  readonly market_value: number
  readonly gain_loss: number
  readonly gain_loss_percent: number
}

export type Column = keyof HoldingRow

export interface Order {
  readonly by: Column
  readonly direction: 'ascending' | 'descending'
}

/** By name, because by value two rows would keep changing places with the prices. */
export const firstOrder: Order = { by: 'ticker', direction: 'ascending' }

/** Of a number the largest is looked for first, of a name the beginning of the alphabet. */
export function orderBy(by: Column, before: Order): Order {
  if (by === before.by) return turned(before)
  return { by, direction: by === 'ticker' ? 'ascending' : 'descending' }
}

export const turned = ({ by, direction }: Order): Order => ({
  by,
  direction: direction === 'ascending' ? 'descending' : 'ascending',
})

export function inOrder<H extends HoldingRow>(
  holdings: readonly H[],
  { by, direction }: Order,
): H[] {
  const sign = direction === 'ascending' ? 1 : -1
  return holdings.toSorted((a, b) => sign * compare(a[by], b[by]) || compare(a.ticker, b.ticker))
}

function compare(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
