// Answers how the choice of stocks compares with random traders, cached until the next trade or close.
import { setTimeout as sleep } from 'node:timers/promises'

import { BoundedMap } from '../bounded-map.ts'
import type { Db } from '../db/handle.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import type { Refused } from '../portfolio/past-prices.ts'
import { singleFlight } from '../single-flight.ts'
import { lastCloseBefore, readCloses, readForLuck, type LuckAnswer } from './luck-read.ts'
import type { LuckQueue, LuckRead } from './luck-queue.ts'

const traders = 1_000
/** An answer takes about two kilobytes. */
const cachedMax = 10_000
/**
 * A request that takes longer is answered with `still_working`, and the work goes on. The limit is below those of the
 * web app and of proxies, and frees the account's slot for long reads, which its other pages need.
 */
const patienceMs = 3_000
/**
 * How long an answer stays available to clients that got `still_working`, even if it is not the latest: an account that
 * trades between any two requests would otherwise never get one. Trades after the last close do not count anyway.
 */
const collectMs = 60_000

export interface LuckDeps extends ReadDeps {
  readonly queue: LuckQueue
  /** The clock of the cache, not of the market. */
  readonly now: () => number
  /** Replaces the default in tests. */
  readonly luckPatienceMs?: number
}

type Outcome = LuckAnswer | Refused

const stillWorking = { refusal: { code: 'still_working' } } as const
const tooMany = { refusal: { code: 'unavailable' } } as const

/**
 * Requests for the same state of a portfolio share one answer. Only one request of an account is in the queue at a
 * time.
 */
export function createReadLuck(deps: LuckDeps) {
  const cache = createCache(deps)
  const once = singleFlight<Outcome>()
  const inAccountsTurn = onePerAccount()
  return async (accountId: number, head: PortfolioRow) => {
    const of = await cache.stateOf(head)
    const known = cache.find(head, of)
    if (known !== null) return known
    const answer = once(`${head.id} ${of}`, () =>
      inAccountsTurn(accountId, () => work(deps, cache, head)),
    )
    // If the work fails after that, the client's next request fails the same way and is logged.
    const late = sleep(deps.luckPatienceMs ?? patienceMs, stillWorking, { ref: false })
    const outcome = await Promise.race([answer, late])
    if (outcome === stillWorking) cache.expect(head)
    return outcome
  }
}

/** Reads the state again, because an earlier request of the account may have computed the answer in the meantime. */
async function work(deps: LuckDeps, cache: Cache, head: PortfolioRow): Promise<Outcome> {
  const { db, marketOf, queue } = deps
  const of = await cache.stateOf(head)
  const known = cache.find(head, of)
  if (known !== null) return known
  let lastClose: number | undefined
  const read = async (): Promise<LuckRead<Outcome>> => {
    const { market, now } = await marketOf(head)
    const closes = await readCloses(market, head, head.closing?.at ?? now())
    if ('refusal' in closes) return { answer: closes }
    lastClose = closes.instants.at(-1)
    return readForLuck(deps, head, closes)
  }
  const outcome = await queue.run({ trades: await countTrades(db, head.id), traders, read })
  if (outcome === null) return tooMany
  if (!('refusal' in outcome)) await cache.add(head, { of, answer: outcome }, lastClose)
  return outcome
}

async function countTrades(db: Db, id: number): Promise<number> {
  const [row] = await db.query<{ trades: number }>(
    'select count(*) as trades from trade where portfolio_id = $1',
    [id],
  )
  return row?.trades ?? 0
}

type Cache = ReturnType<typeof createCache>

function createCache({ db, marketOf, now }: Pick<LuckDeps, 'db' | 'marketOf' | 'now'>) {
  const answers = new BoundedMap<number, CachedLuck>(cachedMax)
  const expected = new BoundedMap<number, true>(cachedMax)
  const lastCloseOf = async (head: PortfolioRow) => {
    const of = await marketOf(head)
    return lastCloseBefore(head.closing?.at ?? of.now(), of.market.hours)
  }
  return {
    /** Changes with every trade, split and close. */
    stateOf: async (head: PortfolioRow) =>
      `${await lastCloseOf(head)} ${await readVersion(db, head.id)}`,
    find: ({ id }: PortfolioRow, of: string): LuckAnswer | null => {
      const known = answers.get(id)
      if (known === undefined) return null
      const isCurrent = known.isLatest && known.of === of
      return isCurrent || now() < known.collectUntil ? known.answer : null
    },
    add: async (head: PortfolioRow, found: Found, lastClose: number | undefined) => {
      const collectUntil = expected.get(head.id) ? now() + collectMs : 0
      expected.delete(head.id)
      // False if the market does not have the last close yet.
      const isLatest = lastClose === (await lastCloseOf(head))
      answers.set(head.id, { ...found, isLatest, collectUntil })
    },
    /** Called after a client got `still_working`. */
    expect: ({ id }: PortfolioRow): void => expected.set(id, true),
  }
}

interface Found {
  readonly of: string
  readonly answer: LuckAnswer
}

interface CachedLuck extends Found {
  /** Whether the answer includes the last close, so that it can be cached until the next one. */
  readonly isLatest: boolean
  readonly collectUntil: number
}

/** Changes with every trade and split. By the id, because several trades of a lesson share a tick. */
async function readVersion(db: Db, id: number): Promise<string> {
  const [row] = await db.query<{ version: string }>(
    `select concat((select max(id) from trade where portfolio_id = p.id), ' ', splits_through) as version
     from portfolio p where id = $1`,
    [id],
  )
  return row?.version ?? ''
}

/** Runs the requests of each account in sequence. */
function onePerAccount() {
  /** By account, the end of its last request; it never rejects. */
  const ends = new Map<number, Promise<void>>()
  return <T>(accountId: number, begin: () => Promise<T>): Promise<T> => {
    const answer = (ends.get(accountId) ?? Promise.resolve()).then(begin)
    const forget = (): void => {
      if (ends.get(accountId) === end) ends.delete(accountId)
    }
    const end = answer.then(forget, forget)
    ends.set(accountId, end)
    return answer
  }
}
