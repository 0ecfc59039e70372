// Folds the trades of one portfolio into totals, and lists how its stored row differs from them and from its open
// orders.
import { nothing, openBooks, type Portfolio, type RealizedGains } from '@tengrand/core/ledger.ts'
import { cents, formatMoney, type Cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { checkedEntryOf, type UncheckedRow } from './entries.ts'

/**
 * The row of a portfolio as the audit reads it, with the amounts that its open orders reserve. Amounts are text, so
 * that one that is too large for a number can still be reported.
 */
export interface StoredPortfolio {
  readonly id: number
  /** The public id of the account. */
  readonly publicId: string
  readonly chapter: number
  readonly startingCash: number
  readonly cash: string
  /** In milliseconds since 1970. May be fractional or infinite: PostgreSQL stores microseconds and `infinity`. */
  readonly firstTradeAt: number | null
  readonly lastTradeAt: number | null
  /** One element for each stock, in the order of the ticker ids; so are `costs` and `realized`. */
  readonly shares: readonly string[]
  readonly costs: readonly string[]
  /** Null for a stock that was neither sold nor split. */
  readonly realized: readonly (string | null)[]
  readonly reservedCash: string
  /** Null if no shares are reserved. */
  readonly reservedShares: readonly string[] | null
  /** The cash that the open orders reserve; null if there are none. */
  readonly heldCash: string | null
  readonly heldShares: readonly string[] | null
  /**
   * Public ids of orders that do not match their trade: filled without one, not filled with one, or with another
   * portfolio, stock, side or quantity.
   */
  readonly wrongOrders: readonly string[] | null
}

interface Folded extends Portfolio {
  readonly realized: RealizedGains
  readonly firstTradeAt: Date | null
  readonly lastTradeAt: Date | null
}

/** The totals, or a sentence about the first trade that cannot be applied; totals after it would be meaningless. */
export type FoldResult = Folded | { readonly broken: string }

export function createFold(startingCash: Cents) {
  const books = openBooks(startingCash)
  let firstTradeAt: Date | null = null
  let lastTradeAt: Date | null = null
  let broken: string | null = null
  return {
    add: (row: UncheckedRow): void => {
      if (broken !== null) return
      try {
        books.add(checkedEntryOf(row))
      } catch (error) {
        // Removes the full stop of the error message, which becomes part of a longer sentence.
        const why = error instanceof Error ? error.message.replace(/\.$/, '') : ''
        broken = `trade ${row.id} does not fit: ${why}`
      }
      if (row.type === 'SPLIT') return
      firstTradeAt ??= row.at
      lastTradeAt = row.at
    },
    result: (): FoldResult =>
      broken === null
        ? { ...books.portfolio(), realized: books.realized(), firstTradeAt, lastTradeAt }
        : { broken },
  }
}

/** One sentence for each stored total that differs from the trades. */
export function differences(folded: Folded, stored: StoredPortfolio): string[] {
  const sentences: string[] = []
  if (String(folded.cash) !== stored.cash) {
    sentences.push(`cash is ${moneyOf(stored.cash)}, trades say ${formatMoney(folded.cash)}`)
  }
  for (const [place, ticker] of tickers.entries()) {
    const { quantity, cost } = folded.positions.get(ticker) ?? nothing
    const [storedQuantity = '', storedCost = ''] = [stored.shares[place], stored.costs[place]]
    if (String(quantity) === storedQuantity && String(cost) === storedCost) continue
    const have = `${storedQuantity} for ${moneyOf(storedCost)}`
    sentences.push(`${ticker} is ${have}, trades say ${quantity} for ${formatMoney(cost)}`)
  }
  for (const [place, ticker] of tickers.entries()) {
    const gain = folded.realized.get(ticker) ?? null
    const storedGain = stored.realized[place] ?? null
    if (storedGain === (gain === null ? null : String(gain))) continue
    const have = `${ticker} has realized ${storedGain === null ? 'nothing' : moneyOf(storedGain)}`
    sentences.push(`${have}, trades say ${gain === null ? 'nothing' : formatMoney(gain)}`)
  }
  for (const [name, at, storedAt] of [
    ['first', folded.firstTradeAt?.getTime() ?? null, stored.firstTradeAt],
    ['last', folded.lastTradeAt?.getTime() ?? null, stored.lastTradeAt],
  ] as const) {
    if (at === storedAt) continue
    sentences.push(`the ${name} trade is at ${timeOf(storedAt)}, trades say ${timeOf(at)}`)
  }
  return sentences
}

const moneyOf = (amount: string): string =>
  Number.isSafeInteger(Number(amount)) ? formatMoney(cents(Number(amount))) : `${amount} cents`

const latestMs = 8.64e15

function timeOf(at: number | null): string {
  if (at === null) return 'no time'
  return Math.abs(at) <= latestMs ? new Date(at).toISOString() : String(at)
}

/**
 * One sentence for each difference between the reserved amounts in the row and the amounts that the open orders hold.
 */
export function reservedDifferences(stored: StoredPortfolio): string[] {
  const { reservedCash, reservedShares, heldCash, heldShares, wrongOrders } = stored
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
