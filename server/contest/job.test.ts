// What the ranking job logs while no ranking can be made, and when rankings are possible again.
import { cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

import { openDb } from '../db/handle.ts'
import type { Market } from '../market/market.ts'
import { freshDatabase } from '../testing/databases.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { plantContestants } from './testing/contestants.ts'

test('a price that is missing is said once, however often the node looks, and so is the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { connection, holds } = await someoneWhoHolds('AAPL', 'TSLA')
  const market = createScriptedMarket({ now: Date.now })
  market.set('AAPL', null)
  let looks = 0
  const watched: Market = {
    ...market,
    quotesIn: (...asked) => {
      looks += 1
      return market.quotesIn(...asked)
    },
  }
  const { app, logLines } = await createWorld({ connection, market: watched })
  const missing = () =>
    logLines.filter((line) => line.includes('no ranking without')).map((line) => missingIn(line))
  const look = async () => {
    const before = looks
    await vi.waitUntil(() => vi.advanceTimersByTime(5_000) && looks > before)
  }
  await app.ready()
  await vi.waitUntil(() => missing().length > 0)
  for (let again = 0; again < 3; again += 1) await look()
  expect(missing()).toEqual([['AAPL']])
  market.set('TSLA', null)
  for (let again = 0; again < 3; again += 1) await look()
  expect(missing()).toEqual([['AAPL'], ['AAPL', 'TSLA']])
  for (const ticker of holds) market.set(ticker, 1_00)
  await vi.waitUntil(
    () =>
      vi.advanceTimersByTime(5_000) &&
      logLines.some((line) => line.includes('ranked all accounts')),
  )
})

async function someoneWhoHolds(...holds: readonly Ticker[]) {
  const connection = await freshDatabase()
  const db = openDb(connection)
  const position = { quantity: 1, cost: cents(0) }
  const positions = new Map(holds.map((ticker) => [ticker, position]))
  await plantContestants(db, [{ id: 1, cash: cents(0), positions, firstTradeAt: 1 }])
  await db.close()
  return { connection, holds }
}

const missingIn = (line: string): unknown => (JSON.parse(line) as { missing: unknown }).missing
