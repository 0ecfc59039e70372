// How the choice of stocks compares with that of random traders; kept until the next trade or close.
import { setTimeout as sleep } from 'node:timers/promises'

import { BoundedMap } from '../bounded-map.ts'
import type { Db } from '../db/handle.ts'
import type { PortfolioHead } from '../portfolio/find.ts'
import type { HistoryDeps } from '../portfolio/history.ts'
import type { Refused } from '../portfolio/past-prices.ts'
import { singleFlight } from '../single-flight.ts'
import { lastCloseBefore, readCloses } from './luck-facts.ts'
import type { LuckQueue, LuckRead } from './luck-queue.ts'
import { readForLuck, type LuckAnswer } from './luck-read.ts'
import { onePerAccount } from './one-per-account.ts'

const traders = 1_000
/** An answer takes about two kilobytes. */
const keptMax = 10_000
/**
 * A request that takes longer is answered with `still_working`, and the work goes on. The limit is below those of the web
 * app and of proxies, and frees the account's slot for long reads, which its other pages need.
 */
const patienceMs = 3_000
/** So long a client that was told to ask again finds an answer that is not kept otherwise. */
const collectMs = 60_000

export interface LuckDeps extends HistoryDeps {
  readonly queue: LuckQueue
  /** In place of the usual one. */
  readonly luckPatienceMs?: number
}

type Outcome = LuckAnswer | Refused
type StillWorking = typeof stillWorking

export type ReadLuck = (accountId: number, head: PortfolioHead) => Promise<Outcome | StillWorking>

const stillWorking = { refusal: { code: 'still_working' } } as const
const tooMany = { refusal: { code: 'unavailable' } } as const

/** Requests about the same state of a portfolio share one answer; of an account, one is in the queue at a time. */
export function createReadLuck(deps: LuckDeps): ReadLuck {
  const cache = createCache(deps)
  const once = singleFlight<Outcome>()
  const inAccountsTurn = onePerAccount()
  return async (accountId, head) => {
    const of = await cache.stateOf(head)
    const known = cache.find(head, of)
    if (known !== null) return known
    const answer = once(`${head.id} ${of}`, () =>
      inAccountsTurn(accountId, () => work(deps, cache, head)),
    )
    // Where it fails after that, the client's next request meets the same failure, and that is logged.
    const late = sleep(deps.luckPatienceMs ?? patienceMs, stillWorking, { ref: false })
    const outcome = await Promise.race([answer, late])
    if (outcome === stillWorking) cache.expect(head, of)
    return outcome
  }
}

/** The state is read again: another request of the account may have been waited for, and have found the answer. */
async function work(deps: LuckDeps, cache: Cache, head: PortfolioHead): Promise<Outcome> {
  const { db, market, now, queue } = deps
  const of = await cache.stateOf(head)
  const known = cache.find(head, of)
  if (known !== null) return known
  let lastClose: number | undefined
  const read = async (): Promise<LuckRead<Outcome>> => {
    const closes = await readCloses(market, head, head.closing?.at ?? now())
    if ('refusal' in closes) return { answer: closes }
    lastClose = closes.instants.at(-1)
    return readForLuck(deps, head, closes)
  }
  const outcome = await queue.run({ trades: await countTrades(db, head.id), traders, read })
  if (outcome === null) return tooMany
  if (!('refusal' in outcome)) cache.keep(head, { of, lastClose, answer: outcome })
  return outcome
}

async function countTrades(db: Db, id: number): Promise<number> {
  const [row] = await db.query<{ trades: number }>(
    'select count(*) as trades from trade where portfolio_id = $1',
    [id],
  )
  return row?.trades ?? 0
}

interface Found {
  readonly of: string
  readonly lastClose: number | undefined
  readonly answer: LuckAnswer
}

interface Cache {
  /** Another one after every trade, split and close. */
  readonly stateOf: (head: PortfolioHead) => Promise<string>
  readonly find: (head: PortfolioHead, of: string) => LuckAnswer | null
  readonly keep: (head: PortfolioHead, found: Found) => void
  /** A client was told to ask again. */
  readonly expect: (head: PortfolioHead, of: string) => void
}

function createCache({ db, market, now }: Pick<LuckDeps, 'db' | 'market' | 'now'>): Cache {
  const kept = new BoundedMap<number, Found & { readonly until: number }>(keptMax)
  const expected = new BoundedMap<string, true>(keptMax)
  const keyOf = ({ id }: PortfolioHead, of: string) => `${id} ${of}`
  const lastCloseOf = ({ closing }: PortfolioHead) =>
    lastCloseBefore(closing?.at ?? now(), market.hours)
  return {
    stateOf: async (head) => `${lastCloseOf(head)} ${await readVersion(db, head.id)}`,
    find: ({ id }, of) => {
      const known = kept.get(id)
      return known?.of === of && now() < known.until ? known.answer : null
    },
    keep: (head, found) => {
      const isExpected = expected.get(keyOf(head, found.of)) ?? false
      // Where the last close is still to come from its source, the answer is for clients that wait for it alone.
      const isLatest = found.lastClose === lastCloseOf(head)
      if (isLatest) kept.set(head.id, { ...found, until: Infinity })
      else if (isExpected) kept.set(head.id, { ...found, until: now() + collectMs })
    },
    expect: (head, of) => expected.set(keyOf(head, of), true),
  }
}

/** Another one after every trade and split. */
async function readVersion(db: Db, id: number): Promise<string> {
  const [row] = await db.query<{ version: string }>(
    "select concat(last_trade_at, ' ', splits_through) as version from portfolio where id = $1",
    [id],
  )
  return row?.version ?? ''
}
