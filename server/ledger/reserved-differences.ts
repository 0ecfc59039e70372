// How what stands on a portfolio's row as reserved differs from what its open orders hold, in words.
import { tickers } from '@tengrand/core/tickers.ts'

import { moneyOf } from './fold.ts'

export interface KeptReserved {
  readonly reservedCash: string
  /** Null where no shares are. */
  readonly reservedShares: readonly string[] | null
  /** By the open orders; null where there are none. */
  readonly heldCash: string | null
  readonly heldShares: readonly string[] | null
  /** Orders that say they are filled without a trade, or have one and say they are not. */
  readonly wrongOrders: readonly string[] | null
}

export function reservedDifferences(kept: KeptReserved): string[] {
  const { reservedCash, reservedShares, heldCash, heldShares, wrongOrders } = kept
  const held = heldCash ?? '0'
  return [
    ...(reservedCash === held
      ? []
      : [`${moneyOf(reservedCash)} is reserved, open orders say ${moneyOf(held)}`]),
    ...tickers.flatMap((ticker, place) => {
      const [has = '0', wanted = '0'] = [reservedShares?.[place], heldShares?.[place]]
      return has === wanted ? [] : [`${has} ${ticker} are reserved, open orders say ${wanted}`]
    }),
    ...(wrongOrders ?? []).map((id) => `order ${id} and its trade do not fit`),
  ]
}
