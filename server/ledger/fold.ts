// Folds the entries of one portfolio into totals, and lists how its row and its open orders differ from them.
import { nothing, openBooks, type Portfolio, type RealizedGains } from '@tengrand/core/ledger.ts'
import { cents, formatMoney, type Cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { checkedEntryOf, type UncheckedRow } from './entries.ts'

/** The totals that the row of a portfolio stores beside its trades. Numbers are text: any value can be reported. */
export interface StoredPortfolio {
  readonly id: number
  readonly publicId: string
  readonly chapter: number
  readonly startingCash: number
  readonly cash: string
  /** In milliseconds; the database has parts of them, and times without end. */
  readonly firstTradeAt: number | null
  readonly lastTradeAt: number | null
  /** Of each stock, in the order of their numbers. */
  readonly shares: readonly string[]
  readonly costs: readonly string[]
  /** Null for one that was neither sold nor split. */
  readonly realized: readonly (string | null)[]
  readonly reservedCash: string
  /** Null where no shares are. */
  readonly reservedShares: readonly string[] | null
  /** By the open orders; null where there are none. */
  readonly heldCash: string | null
  readonly heldShares: readonly string[] | null
  /** Orders that say they are filled without a trade, or have one and say they are not. */
  readonly wrongOrders: readonly string[] | null
}

interface Folded extends Portfolio {
  readonly realized: RealizedGains
  readonly firstTradeAt: Date | null
  readonly lastTradeAt: Date | null
}

/** Or the sentence about the first entry that does not fit, after which nothing can be right. */
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
        // Its sentence has a full stop, and so has the one that this becomes part of.
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

/** In words, one sentence for each; none where all is well. */
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

/** How what stands on the row as reserved differs from what the open orders hold, in words. */
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
