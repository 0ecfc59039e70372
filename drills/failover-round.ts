// One round of the drill: a machine goes away, trading comes back, the machine comes back, and all is looked at.
import type { Db } from '../server/db/handle.ts'
import { auditPortfolios } from '../server/ledger/audit.ts'
import type { Event, Installation } from './failover-events.ts'
import { waitFor } from './programs.ts'
import { signOutHeardAfter } from './sign-out.ts'
import type { Streams } from './streams.ts'
import { longestPause, type Traffic } from './traffic.ts'

export interface World extends Installation {
  /** Over a proxy that is not killed, and without time limits. */
  readonly db: Db
  readonly traffic: Traffic
  readonly streams: Streams
}

export interface RoundResult {
  readonly event: string
  readonly machine: string
  readonly acknowledged: number
  /** In the round, without its longest pause. */
  readonly perSecond: number
  readonly secondsWithoutTrading: number
  readonly troubles: ReadonlyMap<string, number>
  readonly auditDifferences: number
  readonly filled: number
  readonly rankedAfter: number
  readonly signOutHeardAfter: number
  readonly streams: number
  readonly secondsUntilInSync: number
}

export async function playRound(world: World, event: Event, round: number): Promise<RoundResult> {
  const { db, traffic, streams, cluster, nodes, signal } = world
  const before = { troubles: new Map(traffic.troubles), filled: await countFilled(db) }
  const acknowledgedBefore = traffic.acknowledgedAt.length
  const from = performance.now()
  const { machine, takenOver, restore } = await event.strike(world, round)
  await takenOver()
  await tradesAgain(traffic, signal)
  const rankedAfter = await rankAnew(db, signal)
  const away = performance.now()
  await restore()
  await cluster.inSync()
  for (const { name, isReady } of nodes) await waitFor(`node ${name}`, isReady, { signal })
  const secondsUntilInSync = (performance.now() - away) / 1_000
  const heard = await signOutHeardAfter(nodes[0]?.address ?? '', nodes[1]?.address ?? '')
  const audited = await patiently(() => audit(db), signal)
  const filled = await countFilled(db)
  const until = performance.now()
  const pause = longestPause(traffic, from, until)
  const acknowledged = traffic.acknowledgedAt.length
  return {
    event: event.name,
    machine,
    acknowledged,
    perSecond: (acknowledged - acknowledgedBefore) / ((until - from) / 1_000 - pause),
    secondsWithoutTrading: pause,
    troubles: difference(traffic.troubles, before.troubles),
    auditDifferences: audited,
    filled: filled - before.filled,
    rankedAfter,
    signOutHeardAfter: heard,
    streams: streams.alive(),
    secondsUntilInSync,
  }
}

/** A query may meet the event. */
const patiently = <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
  waitFor('the database', async () => ({ answer: await work() }), {
    ...(signal && { signal }),
  }).then(({ answer }) => answer)

const countFilled = (db: Db): Promise<number> =>
  patiently(async () => {
    const [row] = await db.query<{ count: number }>(
      'select count(*) from trade where order_id is not null',
    )
    return row?.count ?? 0
  })

async function audit(db: Db): Promise<number> {
  const nothing = (): void => undefined
  return (await auditPortfolios({ db, onProgress: nothing, onDifference: nothing })).differences
}

async function tradesAgain({ acknowledgedAt }: Traffic, signal: AbortSignal): Promise<void> {
  const before = acknowledgedAt.length
  await waitFor('trading', async () => acknowledgedAt.length > before + 10, {
    seconds: 120,
    signal,
  })
}

/** Makes a ranking due and returns the seconds until there is one. */
async function rankAnew(db: Db, signal: AbortSignal): Promise<number> {
  const latest = async (): Promise<number> => {
    const [row] = await db.query<{ id: number }>('select coalesce(max(id), 0) as id from ranking')
    return row?.id ?? 0
  }
  const from = performance.now()
  const before = await patiently(latest, signal)
  await patiently(
    () => db.query("update ranking set at = at - interval '2 days', day = day - 2"),
    signal,
  )
  await waitFor('a ranking', async () => (await latest()) > before, { seconds: 120, signal })
  return (performance.now() - from) / 1_000
}

function difference(
  after: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const counts = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
  return new Map(counts.filter(([name, count]) => count > 0 && name !== 'price_moved'))
}
