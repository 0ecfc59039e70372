// What leagues cost: the board of 1,000 members, computed for one reader and shared by many, as a ratio to a plain sum
// over the same rows; and main trades a second with 1,000 leagues in the database, as a ratio to none.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '../server/db/handle.ts'
import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import type { Sent, Task } from './order-senders.ts'
import { numberIn, openDatabaseOf, startProduct, type Running, type Say } from './product.ts'
import { callerOf, median, timeOf } from './times.ts'
import { familyCpuSeconds, parentOf, usageOf } from './usage.ts'

const membersPerBoard = 1_000
const boards = 40
const rounds = 3
const sharedCalls = 1_500
const connections = 128

export default async function measure(say: Say, args: readonly string[]): Promise<void> {
  if (!existsSync('/proc/self/stat')) return say('skipped: processor time is read from /proc')
  await using closing = new AsyncDisposableStack()
  const env = { LOG_LEVEL: 'info', LEAGUES_JOINED_MAX: '10000', ...manySignUps, ...withoutBudgets }
  const product = await startProduct(closing, { env })
  const { db } = await openDatabaseOf(product, closing)
  // The first one is a member of all leagues.
  const [token = ''] = await signUpLearners(product.address, 1)
  const [row] = await db.query<{ backend: number }>('select pg_backend_pid() as backend')
  const postmaster = parentOf(row?.backend ?? 0)
  const cpuMs = () => (usageOf(product.pid).cpuSeconds + familyCpuSeconds(postmaster)) * 1_000
  await measureBoards({ product, db, token, cpuMs, say })
  await clearLeagues(db)
  const tokens = await signUpLearners(product.address, connections, 1)
  const senders = fork(new URL(import.meta.resolve('./order-senders.ts')), [
    new URL(product.address).port,
  ])
  closing.defer(() => senders.disconnect())
  await measureTrades({ product, db, senders, tokens, seconds: numberIn(args, 4), say })
}

interface Boards {
  readonly product: Running
  readonly db: Db
  readonly token: string
  /** Of the server and the database together. */
  readonly cpuMs: () => number
  readonly say: Say
}

async function measureBoards({ product, db, token, cpuMs, say }: Boards): Promise<void> {
  await plantLeagues(db, { leagues: boards, members: membersPerBoard })
  const call = callerOf(product.address, token)
  const ids = await db.query<{ id: string }>(
    "select public_id as id from contest where kind = 'league' order by id",
  )
  const paths = ids.map(({ id }) => `/api/leagues/${id}/board`)
  const [first = ''] = paths
  const alone: number[] = []
  const shared: number[] = []
  const sums: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    sums.push(await timeOf(() => db.query(plainSum)))
    await sleep(2_100)
    const before = cpuMs()
    for (const path of paths) await call(path)
    const between = cpuMs()
    for (let count = 0; count < sharedCalls; count += 1) await call(first)
    // The first round warms up the compiler and the caches.
    if (round === 0) continue
    alone.push((between - before) / boards)
    shared.push((cpuMs() - between) / sharedCalls)
  }
  const sum = median(sums)
  say(
    `a board of ${membersPerBoard} members, processor time of server and database, median of ${rounds} rounds`,
  )
  say(`  nobody else has asked        ${median(alone).toFixed(2)} ms, goal at most 10`)
  say(`  shared with others           ${median(shared).toFixed(2)} ms, goal at most 1`)
  say(
    `  a plain sum over the rows    ${sum.toFixed(2)} ms, ratio ${(median(alone) / sum).toFixed(1)}`,
  )
}

const plainSum = `
  select sum(p.cash_cents + p.shares[1]) from membership m join portfolio p on p.id = m.portfolio_id
    join account a on a.id = m.account_id
  where m.contest_id = (select max(id) from contest)`

interface Trades extends Pick<Boards, 'product' | 'db' | 'say'> {
  readonly senders: ChildProcess
  readonly tokens: readonly string[]
  readonly seconds: number
}

/** With and without leagues in turn, so that other load on the machine affects both. */
async function measureTrades({
  product,
  db,
  senders,
  tokens,
  seconds,
  say,
}: Trades): Promise<void> {
  const answer = await fetch(`${product.address}/api/current-price/LYFT`)
  const { price: dollars } = (await answer.json()) as { price: number }
  const send = async (): Promise<number> => {
    await db.query('update portfolio set cash_cents = 1000000000000 where contest_id = 1')
    senders.send({ tokens, seconds, dollars } satisfies Task)
    const [sent] = (await once(senders, 'message')) as [Sent]
    if (Object.keys(sent.refused).length > 0) throw new Error(JSON.stringify(sent.refused))
    return sent.perSecond
  }
  await send()
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const without = await send()
    await plantLeagues(db, { leagues: 1_000, members: 12 })
    const withLeagues = await send()
    await clearLeagues(db)
    ratios.push(withLeagues / without)
    say(
      `  trades a second ${without.toFixed(0)}, with 1,000 leagues of 12 ${withLeagues.toFixed(0)}`,
    )
  }
  say(`ratio, median of ${rounds} rounds    ${median(ratios).toFixed(3)}, goal at least 0.95`)
}

/** Open leagues whose members hold four stocks each; the learner who signed up first is in all of them. */
async function plantLeagues(
  db: Db,
  { leagues, members }: { readonly leagues: number; readonly members: number },
): Promise<void> {
  await db.query(
    `insert into contest (kind, name, starting_cents, starts_at, ends_at, planned_ends_at, creation_key, created_at, code,
       is_door_open, opening_prices)
     select 'league', 'League ' || n, 1000000, now() - interval '1 day', now() + interval '30 days',
       now() + interval '30 days', gen_random_uuid(), now(), 'BENCH' || n, true, array_fill(10000::bigint, array[16])
     from generate_series(1, $1::int) n`,
    [leagues],
  )
  await db.query(
    `insert into account (issuer, subject, display_name, name_key, created_at)
     select 'bench', n::text, 'member ' || n, 'bench ' || n, now() from generate_series(1, $1::int) n
     on conflict do nothing`,
    [members - 1],
  )
  await db.query(
    `with opened as (
       insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at, splits_through,
         email_verified, first_trade_at, last_trade_at, shares, cost_cents)
       select a.id, c.id, 1, 1000000, 600000 + a.id, starts_at, 0, false, now(), now(),
         array[1 + a.id % 97, 5, 7, 1 + a.id % 89, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
         array[1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
       from contest c, account a
       where kind = 'league' and (
         (issuer = 'bench' and subject::int < $1) or a.id = (select min(id) from account)
       ) returning id, account_id, contest_id
     )
     insert into membership (contest_id, account_id, portfolio_id, joined_at)
     select contest_id, account_id, id, now() - interval '1 day' from opened`,
    [members],
  )
  await db.query('analyze membership, portfolio, contest, account')
}

async function clearLeagues(db: Db): Promise<void> {
  await db.query('delete from membership')
  await db.query('delete from portfolio where contest_id <> 1')
  await db.query("delete from contest where kind = 'league'")
  await db.query('vacuum analyze portfolio')
}
