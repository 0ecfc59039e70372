import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { expect, onTestFinished, test } from 'vitest'

import { openDb } from '../../db/handle.ts'
import { startRehearsal } from '../testing/rehearsal.ts'
import { claimCall, callSlotOf } from './call-spacing.ts'
import { freshDatabase } from '../../testing/databases.ts'

const one = { stocksPerCall: 1, sameStockEveryMs: 5_000 }
const all = { stocksPerCall: tickers.length, sameStockEveryMs: 1_000 }
const ago = (entries: Partial<Record<Ticker, number>>) =>
  new Map(tickers.flatMap((ticker) => [[ticker, entries[ticker]] as const])) as Map<Ticker, number>

test.each<[string, typeof one, Ticker[], Partial<Record<Ticker, number>>, object]>([
  ['the first of all', one, ['MSFT', 'AAPL'], {}, { tickers: ['MSFT'] }],
  ['the longest waiting', one, ['MSFT', 'AAPL'], { TSLA: 1_000 }, { tickers: ['MSFT'] }],
  ['a moment too early', one, ['MSFT'], { TSLA: 999.5 }, { waitMs: 1 }],
  ['the next one', one, ['MSFT', 'AAPL'], { MSFT: 4_000 }, { tickers: ['AAPL'] }],
  ['the same again', one, ['MSFT'], { MSFT: 4_000 }, { waitMs: 1_000 }],
  ['after five seconds', one, ['MSFT'], { MSFT: 5_000 }, { tickers: ['MSFT'] }],
  ['both rules', one, ['MSFT', 'AAPL'], { MSFT: 300, AAPL: 4_900 }, { waitMs: 700 }],
  ['a clock that was set back', one, ['MSFT'], { MSFT: -60_000 }, { tickers: ['MSFT'] }],
  ['all at once', all, ['SPOT'], { AAPL: 1_000 }, { tickers }],
  ['all at once, too early', all, ['SPOT'], { AAPL: 400 }, { waitMs: 600 }],
])('%s', (_case, manner, wanted, entries, place) => {
  const known = [...ago(entries)].filter(([, ms]) => ms !== undefined)
  expect(callSlotOf(manner, wanted, new Map(known))).toEqual(place)
})

test('of nodes that want to ask in the same moment one may, and the others are told how long to wait', async () => {
  const connection = await freshDatabase()
  const { yahoo } = await startRehearsal()
  const nodes = [1, 2, 3].map(() => openDb(connection))
  for (const db of nodes) onTestFinished(() => db.close())
  const places = await Promise.all(nodes.map((db) => claimCall(db, yahoo(), ['AAPL', 'MSFT'])))
  expect(places.filter((place) => 'tickers' in place)).toEqual([{ tickers: ['AAPL'] }])
  const waits = places.flatMap((place) => ('waitMs' in place ? [place.waitMs] : []))
  expect(waits).toHaveLength(2)
  for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(1_000)
})
