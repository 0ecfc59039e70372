// What the entries of one account add up to, taken one by one, and how that differs from what is kept beside them.
import { afterEntry, nothing, startingCash, type Position } from '@tengrand/core/ledger.ts'
import { cents, formatMoney, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import { entryOf, type EntryRow } from './entries.ts'

/** What is kept beside the trades for speed. */
export interface Kept {
  readonly cash: number
  readonly firstTradeAt: Date | null
  readonly lastTradeAt: Date | null
  /** [ticker, quantity, cost] of each stock that is held. */
  readonly positions: readonly (readonly [number, number, number])[] | null
}

export interface Folded {
  readonly cash: Cents
  readonly positions: ReadonlyMap<Ticker, Position>
  readonly firstTradeAt: Date | null
  readonly lastTradeAt: Date | null
}

export interface Fold {
  readonly add: (row: EntryRow) => void
  /** Or the sentence about the first entry that does not fit, after which nothing can be right. */
  readonly result: () => Folded | { readonly broken: string }
}

export function createFold(): Fold {
  let cash: Cents = startingCash
  let firstTradeAt: Date | null = null
  let lastTradeAt: Date | null = null
  let broken: string | null = null
  const positions = new Map<Ticker, Position>()
  return {
    add: (row) => {
      if (broken !== null) return
      try {
        const entry = entryOf(row)
        const before = { cash, position: positions.get(entry.ticker) ?? nothing }
        const after = afterEntry(before, entry)
        cash = after.cash
        positions.set(entry.ticker, after.position)
      } catch (error) {
        // Its sentence has a full stop, and so has the one that this becomes part of.
        const why = error instanceof Error ? error.message.replace(/\.$/, '') : ''
        broken = `trade ${row.id} does not fit: ${why}`
      }
      if (row.type === 'SPLIT') return
      firstTradeAt ??= row.at
      lastTradeAt = row.at
    },
    result: () => (broken === null ? { cash, positions, firstTradeAt, lastTradeAt } : { broken }),
  }
}

/** In words, one sentence for each; none where all is well. */
export function differences(folded: Folded, kept: Kept): string[] {
  const sentences: string[] = []
  if (folded.cash !== kept.cash) {
    const money = formatMoney(cents(kept.cash))
    sentences.push(`cash is ${money}, trades say ${formatMoney(folded.cash)}`)
  }
  const stored = new Map((kept.positions ?? []).map(([key, ...position]) => [key, position]))
  for (const [index, ticker] of tickers.entries()) {
    const { quantity, cost } = folded.positions.get(ticker) ?? nothing
    const [keptQuantity = 0, keptCost = 0] = stored.get(index + 1) ?? []
    if (quantity === keptQuantity && cost === keptCost) continue
    const have = `${keptQuantity} for ${formatMoney(cents(keptCost))}`
    sentences.push(`${ticker} is ${have}, trades say ${quantity} for ${formatMoney(cost)}`)
  }
  for (const [name, at, keptAt] of [
    ['first', folded.firstTradeAt, kept.firstTradeAt],
    ['last', folded.lastTradeAt, kept.lastTradeAt],
  ] as const) {
    if (at?.getTime() === keptAt?.getTime()) continue
    sentences.push(`the ${name} trade is at ${timeOf(keptAt)}, trades say ${timeOf(at)}`)
  }
  return sentences
}

const timeOf = (at: Date | null): string => at?.toISOString() ?? 'no time'
