// // Deletions of accounts during a ranking: no trace of a deleted account is left, and no other place moves.
import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test } from 'vitest'

import { dumpOf, leave } from '../account/testing/leaving.ts'
import { report } from '../audit.ts'
import { openDb, type Db } from '../db/handle.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { playRounds, roundsOf } from '../testing/rounds.ts'
import { createScriptedMarket, type ScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World } from '../testing/world.ts'
import { forgetOldRankings } from './job.ts'
import { rankWhenDue } from './rank.ts'
import { rankNow } from './testing/rank-now.ts'

const rounds = roundsOf(2)
const dayMs = 86_400_000
const silent = { error: () => undefined }

/** An account that has traded, and all the strings by which a row could identify it. */
interface Person {
  readonly learner: Learner
  readonly words: readonly string[]
}

async function createPerson(world: World, quantity: number): Promise<Person> {
  const learner = await signUp(world.app)
  const [account, portfolio] = await Promise.all(
    ['/api/account', '/api/portfolio'].map(async (url) => (await learner.get(url)).json()),
  )
  const order = { ticker: 'AAPL', quantity, price: 100 }
  expect((await learner.post('/api/buy', order)).statusCode).toBe(200)
  const words = [learner.email, account.user_id, account.display_name, portfolio.portfolio]
  expect(words.filter((word) => typeof word !== 'string')).toEqual([])
  return { learner, words }
}

/** Places whose portfolio does not exist any more. */
const orphans = (db: Db) =>
  db.query(
    `select ranking_id, rank from ranking_place
     where portfolio_id > 0 and portfolio_id not in (select id from portfolio)`,
  )

const latestRanks = (db: Db) =>
  db.query<{ rank: number; portfolio: number; value: number }>(
    `select rank, portfolio_id as portfolio, value_cents as value from ranking_place
     where ranking_id = (select max(id) from ranking) order by rank`,
  )

async function auditOf(db: Db): Promise<string[]> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const code = await report({ db, fix: false, say, showProgress: () => undefined })
  return code === 0 ? [] : said
}

test('a deletion that is done while a ranking takes its turn is not undone by it', async () => {
  const market = createScriptedMarket({ now: Date.now })
  const world = await createWorld({ market })
  const { learner } = await createPerson(world, 1)
  await createPerson(world, 2)
  const db = await slowNode(world)
  // The clock is two days ahead, so a ranking is due even if the server has just made one.
  const now = () => Date.now() + 2 * dayMs
  const ranked = rankWhenDue({ contestId: 1, db, market, now, log: silent })
  await expect.poll(() => isTakingTurn(world.db), { interval: 1 }).toBe(true)
  const left = leave(world.app, learner.token)
  // The deletion does not postpone the ranking.
  expect(await ranked).toMatchObject({ is: 'ranked' })
  expect((await left).statusCode).toBe(200)
  expect(await orphans(world.db)).toEqual([])
  const ranks = (await latestRanks(world.db)).map(({ rank }) => rank)
  expect(ranks).toEqual(ranks.map((_rank, index) => index + 1))
})

/** A node whose lock statement takes its snapshot and then pauses for a moment. */
async function slowNode({ connection }: World): Promise<Db> {
  const db = openDb(connection, { connectionsMax: 1 })
  onTestFinished(() => db.close())
  await db.query('create schema slow')
  await db.query(
    `create function slow.pg_try_advisory_xact_lock(key bigint) returns boolean language plpgsql volatile as $$
     begin perform pg_sleep(0.15); return pg_catalog.pg_try_advisory_xact_lock(key); end $$`,
  )
  await db.query('set search_path = slow, pg_catalog, public')
  return db
}

async function isTakingTurn(db: Db): Promise<boolean> {
  const rows = await db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  )
  return rows.length > 0
}

test(
  `in ${rounds} rounds of deletions beside rankings nothing of a deleted account is left, and ranks have no gaps`,
  { timeout: 3_600_000 },
  async () => {
    const place = await createPlace()
    await playRounds(rounds, async (chance) => {
      place.clock.at += dayMs
      place.market.set('AAPL', 100_00)
      await renewAll(place)
      const count = 2 + chance.pick(5)
      const people = await Promise.all(
        Array.from({ length: count }, () => createPerson(place.world, 1 + chance.pick(50))),
      )
      const leaving = chance.someOf(people, 1 + chance.pick(count))
      // So that no two portfolios with different numbers of shares have the same value.
      place.market.set('AAPL', 50_00 + chance.pick(100_00))
      await rush(place, leaving, () => chance.between(0, 12))
      await expectNothingLeft(place, leaving)
      const stayer = people.find((person) => !leaving.includes(person))
      if (stayer !== undefined && place.stayers.length < 4) place.stayers.push(stayer)
      const settled = new Set([...leaving, ...place.stayers])
      const others = people.filter((person) => !settled.has(person))
      for (const { learner } of others) await leave(place.world.app, learner.token)
    })
  },
)

interface Place {
  readonly clock: { at: number }
  readonly market: ScriptedMarket
  readonly world: World
  /** Separate connections, each of a node that makes rankings. */
  readonly dbs: readonly Db[]
  stayers: Person[]
}

async function createPlace(): Promise<Place> {
  const clock = { at: Date.parse('2026-03-02T15:00:00Z') }
  const now = () => clock.at
  const market = createScriptedMarket({ now })
  const world = await createWorld({ now, market, env: { IDENTITY_TOKEN_MINUTES: '60' } })
  const stayers = [await createPerson(world, 3)]
  return { clock, market, world, dbs: [world.db, world.db.apart(2)], stayers }
}

async function renewAll(place: Place): Promise<void> {
  place.stayers = await Promise.all(
    place.stayers.map(async ({ learner, words }) => ({ words, learner: await learner.renew() })),
  )
}

/** Two nodes rank while accounts are deleted, old rankings are dropped and other learners read the leaderboard. */
async function rush(
  { world, market, clock, dbs, stayers }: Place,
  leaving: readonly Person[],
  delayMs: () => number,
): Promise<void> {
  const now = () => clock.at
  const later = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      setTimeout(() => void work().then(resolve, reject), delayMs())
    })
  const ranks = dbs.map((db) =>
    later(() =>
      rankWhenDue({ contestId: 1, db, market, now, log: silent }).then(() => forgetOldRankings(db)),
    ).catch(retried),
  )
  const left = leaving.map(({ learner }) => later(() => leave(world.app, learner.token)))
  const looks = stayers.map(({ learner }) => later(() => learner.get('/api/leaderboard')))
  const price = (market.quote('AAPL')?.price ?? 0) / 100
  const order = { ticker: 'AAPL', quantity: 1, price }
  const orders = [...leaving, ...stayers].map(({ learner }) =>
    later(() => learner.post('/api/buy', order, { 'idempotency-key': randomUUID() })),
  )
  for (const { statusCode } of await Promise.all(left)) expect(statusCode).toBe(200)
  for (const { statusCode } of await Promise.all(looks)) expect(statusCode).toBe(200)
  await Promise.all([...orders, ...ranks])
  // Each node may have skipped its turn because of the other one or of a deletion.
  await rankNow({ db: world.db, market, now })
}

/** Ignores a lock timeout: dropping an old partition needs a moment without readers and is retried later. */
function retried(error: unknown): void {
  if (!String(error).includes('lock timeout')) throw error
}

async function expectNothingLeft(
  { world, stayers }: Place,
  leaving: readonly Person[],
): Promise<void> {
  const { db } = world
  expect(await orphans(db)).toEqual([])
  const places = await latestRanks(db)
  expect(places.map(({ rank }) => rank)).toEqual(places.map((_place, index) => index + 1))
  const values = places.map(({ value }) => value)
  expect(values).toEqual(values.toSorted((a, b) => b - a))
  const dump = await dumpOf(db)
  const known = leaving.flatMap(({ words }) => words).filter((word) => dump.includes(word))
  expect(known).toEqual([])
  for (const { learner, words } of stayers) {
    const { you, leaderboard } = (await learner.get('/api/leaderboard')).json()
    expect([you.user_id, words.includes(you.display_name)]).toEqual([words[1], true])
    const gone = places.filter(({ portfolio }) => portfolio < 0).map(({ rank }) => rank)
    const shown = (leaderboard as { display_name: string; user_id: string | null }[]).flatMap(
      ({ display_name, user_id }, index) =>
        user_id === null && display_name === 'Account deleted' ? [index + 1] : [],
    )
    expect(shown).toEqual(gone.filter((rank) => rank <= 10))
  }
  expect(await auditOf(db)).toEqual([])
}
