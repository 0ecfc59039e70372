// A league ends while two servers take 200 orders a second and the one that closes it is killed: nothing is traded at or
// after the end, every portfolio is closed once at the same prices, and the board is what a plain sum of trades says.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { isLong } from '../testing/effort.ts'
import { signUp } from '../testing/learner.ts'
import { startServer, urlOf, type ServerProcess } from '../testing/server-process.ts'
import { createWorld, type World } from '../testing/world.ts'
import { createLeague, join } from './testing/league.ts'

const size = isLong ? { kills: 20, idle: 4_500 } : { kills: 3, idle: 900 }
const traders = 12
const ordersPerSecond = 200
const endsAfterMs = 3_000
const nodes = ['tengrand-a', 'tengrand-b']
/** A batch of 200 takes two seconds here. After a kill, portfolios that are still locked are skipped and the others closed one by one. */
const killWithinMs = 500

interface Trader {
  readonly token: string
  readonly portfolio: string
}

test(
  `a league with ${size.idle} members ends under load, its job killed ${size.kills} times`,
  { timeout: 900_000 },
  async () => {
    const secrets = { IDENTITY_SECRET: randomUUID(), IDENTITY_TOKEN_MINUTES: '60' }
    const world = await createWorld({ env: secrets })
    const owner = await signUp(world.app)
    const ends_at = new Date(Date.now() + 7_200_000).toISOString()
    const league = await createLeague(owner, { ends_at, orders: 'now' })
    const members: Trader[] = [{ token: owner.token, portfolio: league.portfolio }]
    while (members.length < traders) {
      const learner = await signUp(world.app)
      members.push({ token: learner.token, portfolio: (await join(learner, league)).portfolio })
    }
    await world.app.close()
    await plantIdle(world, size.idle)
    await watchClosings(world)
    const env = { ...secrets, DATABASE_URL: urlOf(world.connection) }
    const servers = await Promise.all(
      nodes.map((name) =>
        startServer({ ...env, DATABASE_URL: `${env.DATABASE_URL}&application_name=${name}` }),
      ),
    )
    const [{ end } = { end: new Date() }] = await world.db.query<{ end: Date }>(
      `update contest set ends_at = clock_timestamp() + $1 * interval '1 ms' where id <> 1 returning ends_at as end`,
      [endsAfterMs],
    )
    const stopping = new AbortController()
    const sent = trade({ world, servers, members, stopped: stopping.signal })
    await pause(end.getTime() - Date.now())
    const openAtKills: number[] = []
    const seen = new Set<number>()
    const restarts = new Map<string, Promise<void>>()
    while (openAtKills.length < size.kills) {
      const closing = await untilClosing(world, seen)
      await pause(randomInt(killWithinMs))
      openAtKills.push(await countOpen(world))
      // The other node goes on closing at once, so a restart that was awaited here could miss all the rest.
      await restarts.get(closing)
      restarts.set(closing, Promise.resolve(servers[nodes.indexOf(closing)]?.killAndRestart()))
      await expectCleanAudit(world.db)
    }
    await Promise.all(restarts.values())
    stopping.abort()
    const codes = await sent
    await untilSettled(world)

    // Otherwise a kill interrupted no closing.
    expect(Math.min(...openAtKills)).toBeGreaterThan(0)
    expect(codes.filter((code) => code === 'executed').length).toBeGreaterThan(50)
    expect(codes.filter((code) => code === 'contest_over').length).toBeGreaterThan(50)
    const late = await world.db.query(
      `select from trade join portfolio p on p.id = portfolio_id join contest c on c.id = p.contest_id
       where at >= ends_at`,
    )
    expect(late).toEqual([])
    const [closed] = await world.db.query(
      `select count(*)::int as portfolios, (select count(*)::int from closing) as closings,
         count(distinct closing_prices)::int as prices, count(distinct closed_at)::int as ends
       from portfolio where contest_id <> 1`,
    )
    const portfolios = traders + size.idle
    expect(closed).toEqual({ portfolios, closings: portfolios, prices: 1, ends: 1 })
    expect(await readFinal(world)).toEqual(await computeFinal(world))
    await expectCleanAudit(world.db)
  },
)

/** Members without a trade, so that closing takes several batches. */
async function plantIdle({ db }: World, count: number): Promise<void> {
  await db.query(
    `with people as (
       insert into account (issuer, subject, display_name, name_key, created_at)
       select 'planted', gen_random_uuid(), 'n' || n, gen_random_uuid(), now() from generate_series(1, $1::int) as n
       returning id
     ), opened as (
       insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at, splits_through,
         email_verified)
       select people.id, contest.id, 1, starting_cents, starting_cents, starts_at, 0, false
       from people, contest where contest.id <> 1 returning id, account_id, contest_id, opened_at
     )
     insert into membership (contest_id, account_id, portfolio_id, joined_at)
     select contest_id, account_id, id, opened_at from opened`,
    [count],
  )
}

/** Each closing takes a while, so that kills hit some, and is noted; a second one of a portfolio would fail. */
async function watchClosings({ db }: World): Promise<void> {
  await db.query('create table closing (portfolio_id bigint primary key)')
  await db.query(`
    create function note_closing() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(0.01);
      insert into closing values (new.id);
      return new;
    end $$`)
  await db.query(`
    create trigger note_closing after update on portfolio for each row
      when (old.closed_at is null and new.closed_at is not null) execute function note_closing()`)
}

interface Trading {
  readonly world: World
  readonly servers: readonly ServerProcess[]
  readonly members: readonly Trader[]
  readonly stopped: AbortSignal
}

/** Sends orders at a steady rate, whether or not earlier ones are answered; returns the outcomes. */
async function trade({ world, servers, members, stopped }: Trading): Promise<string[]> {
  const answers: Promise<string>[] = []
  const began = performance.now()
  for (let due = 0; !stopped.aborted; await pause(5)) {
    for (; due < ((performance.now() - began) * ordersPerSecond) / 1_000; due += 1) {
      const member = members[randomInt(members.length)]
      // To the other one while a server is down.
      const address = servers[due % 2]?.address() ?? servers[(due + 1) % 2]?.address() ?? null
      if (member !== undefined && address !== null) answers.push(send(world, address, member))
    }
  }
  return Promise.all(answers)
}

async function send(world: World, address: string, { token, portfolio }: Trader): Promise<string> {
  const ticker = tickers[randomInt(4)] ?? 'AAPL'
  const price = (world.market.quote(ticker)?.price ?? 0) / 100
  const way = randomInt(3) > 0 ? 'buy' : 'sell'
  try {
    const answer = await fetch(`${address}/api/${way}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ticker, quantity: 1 + randomInt(3), price, portfolio }),
    })
    const body = (await answer.json()) as { code?: string }
    return answer.status === 200 ? 'executed' : (body.code ?? 'none')
  } catch {
    // The server was killed.
    return 'lost'
  }
}

/** The name of the node that is in the middle of a closing. PostgreSQL goes on for a moment with the query of a killed one. */
async function untilClosing({ db }: World, seen: Set<number>): Promise<string> {
  for (;;) {
    const [found] = await db.query<{ name: string; pid: number }>(
      `select application_name as name, pid from pg_stat_activity where application_name = any($1)
         and state = 'active' and query like '%final_cents = valued.value%' and not pid = any($2)`,
      [nodes, [...seen]],
    )
    if (found !== undefined) {
      seen.add(found.pid)
      return found.name
    }
    const [left] = await db.query('select from contest where id <> 1 and settled_at is null')
    if (left === undefined) throw new Error('The league was settled before all kills.')
    await pause(20)
  }
}

async function countOpen({ db }: World): Promise<number> {
  const open = await db.query('select from portfolio where contest_id <> 1 and closed_at is null')
  return open.length
}

async function untilSettled({ db }: World): Promise<void> {
  const open = () => db.query('select from contest where id <> 1 and settled_at is null')
  while ((await open()).length > 0) await pause(50)
}

interface Place {
  readonly account: number
  readonly rank: number | null
  readonly value: number
}

const readFinal = ({ db }: World): Promise<Place[]> =>
  db.query(
    'select account_id as account, rank, value_cents as value from final_place order by place',
  )

/** From the trades alone, in the plainest way. */
async function computeFinal({ db }: World): Promise<Place[]> {
  const [contest] = await db.query<{ prices: string[]; start: number }>(
    'select closing_prices::text[] as prices, starting_cents as start from contest where id <> 1',
  )
  const members = await db.query<{ account: number; portfolio: number }>(
    'select account_id as account, portfolio_id as portfolio from membership order by portfolio_id',
  )
  const trades = await db.query<{
    portfolio: number
    ticker: number
    shares: number
    cash: number
    at: Date
  }>(
    'select portfolio_id as portfolio, ticker_id as ticker, shares, cash_cents as cash, at from trade order by at, id',
  )
  const valued = members.map(({ account, portfolio }) => {
    const own = trades.filter((one) => one.portfolio === portfolio)
    let value = contest?.start ?? 0
    for (const { ticker, shares, cash } of own)
      value += cash + shares * Number(contest?.prices[ticker - 1])
    return { account, portfolio, value, first: own[0]?.at.getTime() ?? null }
  })
  const traded = valued.filter(({ first }) => first !== null)
  traded.sort(
    (a, b) => b.value - a.value || Number(a.first) - Number(b.first) || a.portfolio - b.portfolio,
  )
  const idle = valued.filter(({ first }) => first === null)
  return [
    ...traded.map(({ account, value }, index) => ({ account, rank: index + 1, value })),
    ...idle.map(({ account, value }) => ({ account, rank: null, value })),
  ]
}
