// How a portfolio is split: shares that add up to 100 percent, its sectors, and the fact that a tip about its risk tells.
import { cents, type Cents } from './money.ts'
import { sectorOf, type Sector } from './sectors.ts'
import { tickers, type Ticker } from './tickers.ts'

/**
 * The share of each value in their sum, in percent with one decimal. Rounding each for itself could show a whole of
 * 99.9 %, so the parts that lose most by rounding down are rounded up. All are 0 where the sum is.
 */
export function sharesOf(values: readonly Cents[]): number[] {
  const total = sum(values)
  if (total === 0) return values.map(() => 0)
  const tenths = values.map((value) => Math.floor((value * 1000) / total))
  const lost = values.map((value) => (value * 1000) % total)
  const rest = 1000 - sum(tenths)
  const raised = new Set(
    [...lost.keys()].toSorted((a, b) => (lost[b] ?? 0) - (lost[a] ?? 0)).slice(0, rest),
  )
  return tenths.map((part, index) => (part + (raised.has(index) ? 1 : 0)) / 10)
}

/** The number of sectors that the stocks here belong to. */
export const sectorCount = new Set(tickers.map(sectorOf)).size

/** Shares of a stock, at what they are worth. */
export interface Held {
  readonly ticker: Ticker
  readonly value: Cents
}

interface SectorPart {
  readonly sector: Sector
  readonly value: Cents
  /** The stocks in it, the largest first. */
  readonly tickers: readonly Ticker[]
}

/** The value of each sector that is held, the largest first; equal ones by name. */
export function bySector(held: readonly Held[]): readonly SectorPart[] {
  const largestFirst = held.toSorted((one, next) => next.value - one.value)
  return [...Map.groupBy(largestFirst, ({ ticker }) => sectorOf(ticker))]
    .map(([sector, parts]) => ({
      sector,
      value: cents(sum(parts.map(({ value }) => value))),
      tickers: parts.map(({ ticker }) => ticker),
    }))
    .toSorted((one, next) => next.value - one.value || (one.sector < next.sector ? -1 : 1))
}

/** What says most about the risk of a portfolio. Percentages are whole, and those of all the money, with the cash. */
export type Diversification =
  | { readonly kind: 'nothing held' }
  | { readonly kind: 'mostly cash'; readonly percent: number }
  | { readonly kind: 'mostly one stock'; readonly ticker: string; readonly percent: number }
  | { readonly kind: 'one sector leads'; readonly sector: Sector; readonly percent: number }
  | { readonly kind: 'well spread'; readonly sectors: number }

/** Well spread is a portfolio of three sectors or more, none of which has more than half of what is invested. */
export function diversificationOf(cash: Cents, held: readonly Held[]): Diversification {
  const [largest] = held.toSorted((one, next) => next.value - one.value)
  const sectors = bySector(held)
  const [leading] = sectors
  if (!largest || !leading) return { kind: 'nothing held' }
  const invested = sum(held.map(({ value }) => value))
  const total = invested + cash
  if (cash * 2 > total) return { kind: 'mostly cash', percent: wholePercent(cash, total) }
  if (largest.value * 2 > total) {
    const { ticker, value } = largest
    return { kind: 'mostly one stock', ticker, percent: wholePercent(value, total) }
  }
  if (sectors.length >= sectorsMin && leading.value * 2 <= invested) {
    return { kind: 'well spread', sectors: sectors.length }
  }
  const { sector, value } = leading
  return { kind: 'one sector leads', sector, percent: wholePercent(value, total) }
}

const sectorsMin = 3

/** Only the whole is 100, and a part is never 0. */
function wholePercent(part: number, total: number): number {
  if (part === total) return 100
  return Math.min(99, Math.max(1, Math.floor((part * 200 + total) / (2 * total))))
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
