// Backups during 100 orders a second and more, with account deletions and rankings: each backup is of one instant, has
// everything acknowledged before it began, and no partial transactions.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { leave } from '../account/testing/leaving.ts'
import type { Chance } from '../demo/chance.ts'
import { openDb, type Db } from '../db/handle.ts'
import { forgetOldRankings } from '../contest/job.ts'
import { rankNow } from '../contest/testing/rank-now.ts'
import { freshDatabase, removeDatabase } from '../testing/databases.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { emptyPortfolios } from '../testing/planted-portfolio.ts'
import { playRounds, roundsOf } from '../testing/rounds.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { restore } from './restore.ts'
import { auditOf, newFile, opened } from './testing/backups.ts'
import { backUp } from './write.ts'

const rounds = roundsOf(1)
const people = 11
const ordersPerSecond = 200
const dayMs = 86_400_000
const cents = 1_00

/** A request with the numbers of its sending and its acknowledgment in one common sequence, which gives their order. */
interface Deed {
  readonly what: 'trade' | 'placed' | 'cancelled' | 'left'
  /** The key of a trade, the id of an order, or the email of the account that was deleted. */
  readonly id: string
  readonly email: string
  /** The change of cash. */
  readonly cash: number
  readonly sent: number
  readonly told: number
}

test(
  `${rounds} backups beside ${ordersPerSecond} orders a second have all that was acknowledged before, and nothing by half`,
  { timeout: 7_200_000 },
  async () => {
    const place = await createPlace()
    await playRounds(rounds, async (chance, round) => {
      await place.begin()
      const file = `${place.file}-${round}`
      const { before, deeds } = await backUpUnderLoad(place, file, chance)
      await inRestored(file, async (db) => {
        const done = await doneIn(db, deeds)
        expect([...before].filter((deed) => !done.has(deed))).toEqual([])
        expectOneMoment(deeds, done)
        await expectMeans(db, deeds, done)
        expect(await auditOf(db)).toEqual([expect.stringMatching(/all is well\.$/)])
      })
      await rm(file)
    })
  },
)

async function backUpUnderLoad(place: Place, file: string, chance: Chance) {
  const load = startLoad(place, chance)
  const { deeds } = load
  try {
    await expect.poll(() => deeds.length, { interval: 5 }).toBeGreaterThan(20)
    const ranking = chance.happens(0.5) ? place.rank() : Promise.resolve()
    const before = new Set(deeds)
    await Promise.all([backUp({ db: place.patient, file }), ranking])
    const end = Math.max(...deeds.map(({ told }) => told))
    await expect.poll(() => deeds.some(({ sent }) => sent > end), { interval: 5 }).toBe(true)
    return { before, deeds }
  } finally {
    await load.stop()
  }
}

async function createPlace() {
  const clock = { at: Date.parse('2026-03-02T15:00:00Z') }
  const now = () => clock.at
  const market = createScriptedMarket({ now, priceCents: cents })
  const world = await createWorld({ now, market, env: { IDENTITY_TOKEN_MINUTES: '60' } })
  const { app, db } = world
  const learners = await Promise.all(Array.from({ length: people }, () => signUp(app)))
  let present: Learner[] = []
  return {
    app,
    file: await newFile(),
    patient: opened(world.connection),
    learners: () => present,
    /** Starts a new day without trades and signs up one more learner, who can delete the account. */
    begin: async (): Promise<void> => {
      clock.at += dayMs
      for (const table of ['trade', 'stock_order']) await db.query(`delete from ${table}`)
      await db.query(emptyPortfolios)
      const renewed = await Promise.all(learners.map((learner) => learner.renew()))
      present = [...renewed, await signUp(app)]
    },
    /** Drops the tables of old rankings, unless the backup has locked them. */
    rank: async (): Promise<void> => {
      await rankNow({ db, market, now })
      await forgetOldRankings(db).catch((error: unknown) => {
        if (!String(error).includes('lock timeout')) throw error
      })
    },
  }
}

type Place = Awaited<ReturnType<typeof createPlace>>

/** Each learner sends one request at a time, all together at a fixed rate; the last learner deletes the account. */
function startLoad(place: Place, chance: Chance) {
  const deeds: Deed[] = []
  const over = new AbortController()
  const count = { at: 0 }
  const note = async (
    learner: Learner,
    send: () => Promise<Pick<Deed, 'what' | 'id' | 'cash'> | null>,
  ): Promise<string | null> => {
    const sent = (count.at += 1)
    const done = await send()
    if (done === null) return null
    deeds.push({ ...done, email: learner.email, sent, told: (count.at += 1) })
    return done.id
  }
  const learners = place.learners()
  const pauseMs = (1_000 * learners.length) / ordersPerSecond
  const keepSending = async (learner: Learner, turnsMax: number): Promise<void> => {
    const waiting: string[] = []
    for (let turn = 0; turn < turnsMax && !over.signal.aborted; turn += 1) {
      const pause = sleep(chance.between(0.3, 1) * pauseMs)
      const open = waiting.at(-1)
      if (open !== undefined && chance.happens(0.2)) {
        await note(learner, () => cancel(place, learner, open))
        waiting.pop()
      } else if (chance.happens(0.3)) {
        const id = await note(learner, () => wait(learner, chance))
        if (id !== null) waiting.push(id)
      } else await note(learner, () => trade(learner, chance))
      await pause
    }
    if (over.signal.aborted || turnsMax === Infinity) return
    await note(learner, () => quit(place, learner))
  }
  const sending = learners.map((learner, index) =>
    keepSending(learner, index < people ? Infinity : chance.pick(25)),
  )
  return {
    deeds,
    stop: async (): Promise<void> => {
      over.abort()
      await Promise.all(sending)
    },
  }
}

async function trade(learner: Learner, chance: Chance) {
  const id = randomUUID()
  const way = chance.oneOf(['buy', 'buy', 'sell'])
  const quantity = 1 + chance.pick(5)
  const order = { ticker: 'AAPL', quantity, price: cents / 100 }
  const { statusCode } = await learner.post(`/api/${way}`, order, { 'idempotency-key': id })
  if (statusCode !== 200) return null
  return { what: 'trade', id, cash: (way === 'buy' ? -1 : 1) * quantity * cents } as const
}

/** Places a limit order. Some are filled at once: the order and its trade in one transaction. */
async function wait(learner: Learner, chance: Chance) {
  const price = chance.oneOf([0.5, 2])
  const order = { ticker: 'AAPL', type: 'BUY', kind: 'limit', quantity: 2, price, lasts: 'gtc' }
  const answer = await learner.post('/api/orders', order, { 'idempotency-key': randomUUID() })
  if (answer.statusCode !== 201) return null
  const { id, state } = answer.json()
  return { what: 'placed', id, cash: state === 'filled' ? -2 * cents : 0 } as const
}

async function cancel({ app }: Place, { token }: Learner, id: string) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ method: 'DELETE', url: `/api/orders/${id}`, headers })
  return answer.statusCode === 200 ? ({ what: 'cancelled', id, cash: 0 } as const) : null
}

async function quit({ app }: Place, { token, email }: Learner) {
  const { statusCode } = await leave(app, token)
  expect(statusCode).toBe(200)
  return { what: 'left', id: email, cash: 0 } as const
}

async function inRestored(file: string, look: (db: Db) => Promise<void>): Promise<void> {
  const connection = await freshDatabase('empty')
  const db = openDb(connection, { unlimited: true })
  try {
    await restore({ file, open: async () => db })
    await look(db)
  } finally {
    await db.close()
    await removeDatabase(connection)
  }
}

/** The deeds in the restored database. Those of a deleted account count as done, because the deletion removes them. */
async function doneIn(db: Db, deeds: readonly Deed[]): Promise<Set<Deed>> {
  const trades = await db.query<{ id: string }>('select key as id from trade where key is not null')
  const orders = await db.query<{ id: string; state: string }>(
    'select public_id as id, state from stock_order',
  )
  const there = await db.query<{ email: string }>('select email from identity.person')
  const ids = new Set([...trades, ...orders].map(({ id }) => id))
  const states = new Map(orders.map(({ id, state }) => [id, state]))
  const emails = new Set(there.map(({ email }) => email))
  const isDone = ({ what, id, email }: Deed): boolean => {
    if (!emails.has(email)) return true
    if (what === 'cancelled') return states.get(id) === 'cancelled'
    return what !== 'left' && ids.has(id)
  }
  return new Set(deeds.filter(isDone))
}

/** If a deed is missing, so is every deed that was sent after its acknowledgment. */
function expectOneMoment(deeds: readonly Deed[], done: ReadonlySet<Deed>): void {
  const missing = deeds.filter((deed) => !done.has(deed))
  const firstMissing = Math.min(Infinity, ...missing.map(({ told }) => told))
  expect([...done].filter(({ sent }) => sent > firstMissing)).toEqual([])
}

/** The cash of each learner is the sum of the deeds in the backup. */
async function expectMeans(db: Db, deeds: readonly Deed[], done: ReadonlySet<Deed>): Promise<void> {
  const rows = await db.query<{ email: string; cash: number }>(
    `select person.email, portfolio.cash_cents as cash from portfolio
     join account on account.id = account_id join identity.person on person.id::text = subject`,
  )
  const expected = rows.map(({ email }) => {
    const own = deeds.filter((deed) => deed.email === email && done.has(deed))
    return { email, cash: own.reduce((sum, { cash }) => sum + cash, 10_000_00) }
  })
  expect(rows.length).toBeGreaterThanOrEqual(people)
  expect(rows).toEqual(expected)
}
