// One account from its first trade on, worked by hand in docs/ledger.md; tests compare the page and the ledger with it.
import { asDay, startOfDay } from '../day.ts'
import type { Entry, SplitEntry, Trade } from '../ledger.ts'
import { cents, fromDollars, type Cents } from '../money.ts'
import type { Split } from '../split.ts'
import type { Ticker } from '../tickers.ts'
import { settled } from './settled.ts'

const nvidiaSplit: Split = {
  ticker: 'NVDA',
  ratio: { numerator: 3, denominator: 2 },
  at: startOfDay(asDay('2026-03-16')),
  price: fromDollars('81.27'),
}

const lyftSplit: Split = {
  ticker: 'LYFT',
  ratio: { numerator: 1, denominator: 8 },
  at: startOfDay(asDay('2026-03-23')),
  price: fromDollars('121.35'),
}

export const storySplits: readonly Split[] = [nvidiaSplit, lyftSplit]

export const story: readonly Entry[] = settled([
  trade('BUY', 7, 'AAPL', '189.13', '2026-01-05T10:02-05:00'),
  trade('BUY', 3, 'AAPL', '191.20', '2026-01-13T15:47-05:00'),
  trade('SELL', 3, 'AAPL', '195.05', '2026-01-22T11:20-05:00'),
  trade('BUY', 15, 'NVDA', '120.49', '2026-01-30T09:31-05:00'),
  trade('SELL', 4, 'AAPL', '187.40', '2026-02-10T12:00-05:00'),
  trade('SELL', 3, 'AAPL', '190.00', '2026-02-19T13:05-05:00'),
  trade('BUY', 20, 'LYFT', '15.21', '2026-02-27T10:15-05:00'),
  trade('BUY', 1, 'AAPL', '186.55', '2026-03-03T14:30-05:00'),
  trade('BUY', 1, 'AAPL', '188.00', '2026-03-09T14:30-04:00'),
  trade('SELL', 1, 'AAPL', '192.10', '2026-03-11T15:59-04:00'),
  splitLine(nvidiaSplit, 7, '40.64'),
  trade('SELL', 10, 'NVDA', '83.05', '2026-03-18T10:40-04:00'),
  splitLine(lyftSplit, -18, '60.68'),
])

/** The prices on the evening on which the story ends. */
export const storyPrices: ReadonlyMap<Ticker, Cents> = new Map([
  ['AAPL', fromDollars('193.00')],
  ['NVDA', fromDollars('84.20')],
  ['LYFT', fromDollars('118.90')],
])

function trade(
  type: Trade['type'],
  quantity: number,
  ticker: Ticker,
  dollars: string,
  at: string,
): Trade {
  const price = fromDollars(dollars)
  return { type, ticker, quantity, price, at: Date.parse(at), cost: cents(0) }
}

function splitLine({ ticker, ratio, at }: Split, quantity: number, dollars: string): SplitEntry {
  const cash = fromDollars(dollars)
  return { type: 'SPLIT', ticker, quantity, cash, ratio, at, cost: cents(0) }
}
