// A lesson whose nodes are killed, whose connections are lost, in which no node runs for a while, or no mark can be written:
// it goes on, nothing acknowledged is lost, nothing happens twice, and its proof holds.
import { setTimeout as pause } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { openDb } from '../db/handle.ts'
import { holdTransaction } from '../testing/held-transaction.ts'
import { lengthsOf, serveLesson } from './testing/served-lesson.ts'

/** More than the time after which a gap is an outage. */
const outageMs = 13_000
const limit = { timeout: 180_000 }

test('a lesson survives its nodes, its connections and an outage', limit, async () => {
  const { db, servers, tick, passes, finish } = await serveLesson(2)
  const [first, second] = servers
  await first?.killAndRestart()
  await passes((await tick()) + 1)
  await db.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  )
  await passes((await tick()) + 3)
  await Promise.all([first?.kill(), second?.kill()])
  await pause(outageMs)
  await Promise.all([first?.killAndRestart(), second?.killAndRestart()])
  await passes((await tick()) + 2)
  const lengths = lengthsOf(await finish())
  expect(lengths).toHaveLength(1)
  expect(lengths[0]).toBeGreaterThan(outageMs / 2)
})

test(
  'ticks and prices never go back while no mark of the clock can be written',
  limit,
  async () => {
    const { connection, tick, passes, finish, ask, path } = await serveLesson(1)
    const watching = new AbortController()
    onTestFinished(() => watching.abort())
    const watched = watchPrices(() => ask(`${path}/quotes`), watching.signal)
    // Without the time limits of the product, the lock lasts as long as the test wants.
    const patient = openDb(connection, { unlimited: true })
    onTestFinished(() => patient.close())
    const release = await holdTransaction(patient, (tx) =>
      tx.query('lock table installation in share mode'),
    )
    const from = await tick()
    await pause(outageMs)
    const stood = await tick()
    await release()
    await passes(stood + 3)
    watching.abort()
    const seen = await watched
    // The mark lags by three seconds at most; then the lesson stands.
    expect(stood - from).toBeLessThanOrEqual(6)
    expect(seen.length).toBeGreaterThan(50)
    const ticks = seen.map((one) => one.tick)
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
    const prices = new Set(seen.map((one) => `${one.tick} ${one.prices}`))
    expect(prices.size).toBe(new Set(ticks).size)
    const lengths = lengthsOf(await finish())
    expect(lengths).toHaveLength(1)
    expect(lengths[0]).toBeGreaterThan(outageMs / 2)
  },
)

interface Shown {
  readonly tick: number
  readonly prices: string
}

/** One answer after the other, without those that are refused. */
async function watchPrices(ask: () => Promise<Response>, stopped: AbortSignal): Promise<Shown[]> {
  const seen: Shown[] = []
  while (!stopped.aborted) {
    const answer = await ask().catch(() => null)
    if (answer?.ok) {
      const { quotes, lesson } = (await answer.json()) as {
        readonly quotes: readonly { readonly price: number }[]
        readonly lesson: { readonly tick: number }
      }
      seen.push({ tick: lesson.tick, prices: quotes.map(({ price }) => price).join() })
    }
    await pause(50)
  }
  return seen
}
