// A lesson in real time on servers of their own, whose members trade without end, and what its proof must say afterwards.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { expect, onTestFinished } from 'vitest'

import type { Connection } from '../../db/handle.ts'
import { expectCleanAudit } from '../../ledger/testing/clean-audit.ts'
import { verifyProof } from '../../lessons/verify.ts'
import { startServer, urlOf, type ServerProcess } from '../../testing/server-process.ts'
import type { LeagueOnWire } from '../store.ts'
import { createClass, type Pupil } from './lesson.ts'

/** An order that was answered with a trade. */
interface Done {
  readonly ticker: string
  readonly quantity: number
  readonly price: number
}

const patience = { timeout: 20_000 }

/** The lesson runs, and six members trade in it. The servers use the true time. */
export async function serveLesson(nodes: number, connection?: Connection) {
  const env = { IDENTITY_SECRET: randomUUID(), IDENTITY_TOKEN_MINUTES: '60' }
  const options = { env, now: Date.now, ...(connection && { connection }) }
  const here = await createClass({ pupils: 6, options })
  const { db, path, teacher, pupils } = here
  await here.app.close()
  const settings = { ...env, DATABASE_URL: urlOf(here.connection) }
  const servers = await Promise.all(Array.from({ length: nodes }, () => startServer(settings)))

  const ask = async (address: string, method: 'GET' | 'POST' = 'GET'): Promise<Response> =>
    fetch((await addressOf(servers)) + address, {
      method,
      headers: headersOf(teacher.token),
      ...(method === 'POST' && { body: '{}' }),
    })
  /** A busy server asks to try again. */
  const press = async (change: string): Promise<void> => {
    const status = async () => (await ask(`${path}/${change}`, 'POST')).status
    await expect.poll(status, patience).toBe(200)
  }
  /** -1 while it cannot be read. */
  const tick = async (): Promise<number> => {
    const answer = await ask(path).catch(() => null)
    if (!answer?.ok) return -1
    return ((await answer.json()) as LeagueOnWire).market?.tick ?? -1
  }
  const passes = async (before: number): Promise<void> => {
    await expect.poll(tick, patience).toBeGreaterThan(before)
  }

  await press('start')
  // Whole milliseconds, as the product stores them.
  await db.query(
    `update contest set starts_at = date_trunc('milliseconds', clock_timestamp() + interval '1 second')
     where kind = 'lesson'`,
  )
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const played = pupils.map((pupil) => keepTrading(pupil, servers, stopping.signal))
  await passes(3)

  return {
    connection: here.connection,
    db,
    path,
    servers,
    ask,
    tick,
    passes,
    /** Ends the lesson. Its proof holds, with each order that was answered exactly once, and the audit is clean. */
    finish: async (): Promise<LessonProof> => {
      stopping.abort()
      const done = (await Promise.all(played)).flat()
      expect(done.length).toBeGreaterThan(20)
      await press('end')
      let answer = await ask(`${path}/proof`)
      const status = async () => (answer = await ask(`${path}/proof`)).status
      await expect.poll(status, patience).toBe(200)
      const proof = (await answer.json()) as LessonProof
      expect(verifyProof(proof)).toEqual({ holds: true, deleted: 0 })
      const inProof = proof.trades.map(({ symbol, quantity, price }) => ({
        ticker: symbol,
        quantity,
        price: price / 100,
      }))
      expect(written(inProof)).toEqual(written(done))
      await expectCleanAudit(db)
      return proof
    },
  }
}

const written = (of: readonly Done[]): string[] =>
  of.map(({ ticker, quantity, price }) => `${ticker} ${quantity} ${price.toFixed(2)}`).toSorted()

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

/** The address of a server that is ready. */
async function addressOf(servers: readonly ServerProcess[]): Promise<string> {
  for (;;) {
    const addresses = servers.flatMap((server) => server.address() ?? [])
    const address = addresses[randomInt(Math.max(1, addresses.length))]
    if (address !== undefined) return address
    await pause(20)
  }
}

/** One order after the other; each is repeated with its key until a server has answered it. */
async function keepTrading(
  { learner, portfolio }: Pupil,
  servers: readonly ServerProcess[],
  stopped: AbortSignal,
): Promise<Done[]> {
  const done: Done[] = []
  while (!stopped.aborted) {
    const ticker = 'ABCDEFGHIJKLMNOP'.charAt(randomInt(16))
    const body = JSON.stringify({ ticker, quantity: 1 + randomInt(5), portfolio })
    const headers = { ...headersOf(learner.token), 'idempotency-key': randomUUID() }
    for (;;) {
      const address = await addressOf(servers)
      const asked = fetch(`${address}/api/buy`, { method: 'POST', headers, body })
      const answer = await asked.catch(() => null)
      if (answer?.status === 200) {
        const { trade } = (await answer.json()) as { trade: Done }
        done.push(trade)
      }
      if (answer !== null && answer.status < 500) break
      await pause(50)
    }
    await pause(randomInt(300))
  }
  return done
}

export const lengthsOf = ({ pauses }: LessonProof): number[] =>
  pauses.map(({ from, to }) => Date.parse(to) - Date.parse(from))
