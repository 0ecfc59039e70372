// A lesson whose nodes are killed, whose connections to the database are lost, and in which no node runs for a while: it
// goes on, nothing acknowledged is lost, nothing happens twice, and its proof holds.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { expect, test } from 'vitest'

import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { verifyProof } from '../lessons/verify.ts'
import { startServer, urlOf, type ServerProcess } from '../testing/server-process.ts'
import type { LeagueOnWire } from './store.ts'
import { createClass } from './testing/lesson.ts'

interface Player {
  readonly token: string
  readonly portfolio: string
}

/** An order that was answered with a trade. */
interface Done {
  readonly portfolio: string
  readonly ticker: string
  readonly quantity: number
  readonly price: number
}

/** More than the time after which a gap is an outage. */
const outageMs = 13_000

test(
  'a lesson survives its nodes, its connections and an outage',
  { timeout: 180_000 },
  async () => {
    const env = { IDENTITY_SECRET: randomUUID(), IDENTITY_TOKEN_MINUTES: '60' }
    // The servers use the true time.
    const here = await createClass({ pupils: 6, options: { env, now: Date.now } })
    const { db, path, connection, teacher } = here
    const players = here.pupils.map(({ learner, portfolio }) => ({
      token: learner.token,
      portfolio,
    }))
    await here.app.close()
    const settings = { ...env, DATABASE_URL: urlOf(connection) }
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    const [first, second] = servers
    const ask = async (method: string, address: string): Promise<Response> => {
      const server = (await anyOf(servers)) + address
      return fetch(server, {
        method,
        headers: headersOf(teacher.token),
        ...(method === 'POST' && { body: '{}' }),
      })
    }
    /** A busy server asks to try again. */
    const press = async (change: string): Promise<void> => {
      await expect
        .poll(async () => (await ask('POST', `${path}/${change}`)).status, { timeout: 20_000 })
        .toBe(200)
    }
    await press('start')
    await db.query(
      `update contest set starts_at = clock_timestamp() + interval '1 second' where kind = 'lesson'`,
    )
    const stopping = new AbortController()
    const played = players.map((player) => keepTrading(player, servers, stopping.signal))
    const tick = async (): Promise<number> => {
      const answer = await ask('GET', path).catch(() => null)
      if (!answer?.ok) return -1
      return ((await answer.json()) as LeagueOnWire).market?.tick ?? -1
    }
    await expect.poll(tick, { timeout: 20_000 }).toBeGreaterThan(3)
    await first.killAndRestart()
    const after = await tick()
    await expect.poll(tick, { timeout: 20_000 }).toBeGreaterThan(after + 1)
    await db.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    )
    await expect.poll(tick, { timeout: 20_000 }).toBeGreaterThan(after + 3)
    await Promise.all([first.kill(), second.kill()])
    await pause(outageMs)
    await Promise.all([first.killAndRestart(), second.killAndRestart()])
    const back = await tick()
    await expect.poll(tick, { timeout: 20_000 }).toBeGreaterThan(back + 2)

    stopping.abort()
    const done = (await Promise.all(played)).flat()
    await press('end')
    let proof: LessonProof | null = null
    await expect
      .poll(
        async () => {
          const answer = await ask('GET', `${path}/proof`)
          proof = answer.ok ? ((await answer.json()) as LessonProof) : null
          return answer.status
        },
        { timeout: 20_000 },
      )
      .toBe(200)
    if (proof === null) throw new Error('There is no proof.')
    const { trades, pauses } = proof as LessonProof
    expect(verifyProof(proof)).toEqual({ holds: true, deleted: 0 })
    expect(pauses).toHaveLength(1)
    const dead = pauses.map(({ from, to }) => Date.parse(to) - Date.parse(from))
    expect(dead[0]).toBeGreaterThan(outageMs / 2)
    expect(done.length).toBeGreaterThan(20)
    const written = (of: readonly Omit<Done, 'portfolio'>[]) =>
      of
        .map(({ ticker, quantity, price }) => `${ticker} ${quantity} ${price.toFixed(2)}`)
        .toSorted()
    const inProof = trades.map(({ symbol, quantity, price }) => ({
      ticker: symbol,
      quantity,
      price: price / 100,
    }))
    expect(written(inProof)).toEqual(written(done))
    await expectCleanAudit(db)
  },
)

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

/** The address of a server that is ready. */
async function anyOf(servers: readonly ServerProcess[]): Promise<string> {
  for (;;) {
    const addresses = servers.flatMap((server) => server.address() ?? [])
    const address = addresses[randomInt(Math.max(1, addresses.length))]
    if (address !== undefined) return address
    await pause(20)
  }
}

/** One order after the other; each is repeated with its key until a server has answered it. */
async function keepTrading(
  player: Player,
  servers: readonly ServerProcess[],
  stopped: AbortSignal,
): Promise<Done[]> {
  const done: Done[] = []
  while (!stopped.aborted) {
    const ticker = 'ABCDEFGHIJKLMNOP'.charAt(randomInt(16))
    const body = JSON.stringify({ ticker, quantity: 1 + randomInt(5), portfolio: player.portfolio })
    const headers = { ...headersOf(player.token), 'idempotency-key': randomUUID() }
    for (;;) {
      const answer = await fetch(`${await anyOf(servers)}/api/buy`, {
        method: 'POST',
        headers,
        body,
      }).catch(() => null)
      if (answer?.status === 200) {
        const { trade } = (await answer.json()) as { trade: Omit<Done, 'portfolio'> }
        done.push({ portfolio: player.portfolio, ...trade })
      }
      if (answer !== null && answer.status < 500) break
      await pause(50)
    }
    await pause(randomInt(300))
  }
  return done
}
