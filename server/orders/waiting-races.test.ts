// Waiting orders on two servers: filled or cancelled, never both or twice, even when the filling server is killed.
import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test } from 'vitest'

import { openDb } from '../db/handle.ts'
import { locks } from '../db/locks.ts'
import { isLong } from '../testing/effort.ts'
import { signUp } from '../testing/learner.ts'
import { plantPortfolios } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld, type World } from '../testing/world.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { cancelOrders } from '../ledger/order-end.ts'
import { readDepsOf } from '../ledger/testing/read-deps.ts'
import { cancelOwnOrder } from './list.ts'
import { createFillingNode } from './testing/filling-node.ts'
import { startServer, urlOf } from '../testing/server-process.ts'

const races = isLong ? 1_000 : 60
const kills = isLong ? 50 : 1
const morning = Date.parse('2026-11-13T15:30:00Z')

/** A second node that fills, even if another one leads. */
const createNode = ({ db }: World, clock: { at: number }, market = marketOf(clock)) => ({
  market,
  look: createFillingNode(db, market, () => clock.at).look,
})

const marketOf = (clock: { at: number }) => createScriptedMarket({ now: () => clock.at })

/** Plants one order in each of this many portfolios. */
async function plantOrders({ db }: World, count: number) {
  const portfolios = await plantPortfolios(db, { count })
  return db.query<{ id: number; publicId: string; accountId: number }>(
    `with placed as (
       insert into stock_order (portfolio_id, key, ticker_id, side, kind, quantity, price_cents, lasts, placed_at,
         expires_at, state)
       select id, gen_random_uuid(), 1, 'BUY', 'limit', 1, 9000, 'gtc', $2::timestamptz, $2::timestamptz + interval '90 days', 'open'
       from unnest($1::bigint[]) as id returning id, public_id, portfolio_id
     ), held as (
       update portfolio set reserved_cents = 9000 where id = any($1::bigint[])
     )
     select placed.id, placed.public_id as "publicId", account_id as "accountId"
     from placed join portfolio on portfolio.id = portfolio_id`,
    [portfolios.map(({ portfolioId }) => portfolioId), new Date(morning)],
  )
}

/** Twenty at a time: of a thousand at once, the last would wait too long for a connection on a busy machine. */
async function cancelEach({ db, market }: World, orders: Awaited<ReturnType<typeof plantOrders>>) {
  const left = orders.values()
  const deps = readDepsOf(db, market, () => morning)
  const cancelInTurn = async () => {
    const outcomes = []
    for (const { accountId, publicId } of left)
      outcomes.push(await cancelOwnOrder(deps, accountId, publicId))
    return outcomes
  }
  return (await Promise.all(Array.from({ length: 20 }, cancelInTurn))).flat()
}

const endsIn = ({ db }: World) =>
  db.query<{ state: string; trades: number }>(
    `select state, count(t.order_id)::int as trades from stock_order o left join trade t on t.order_id = o.id
     group by o.id, state`,
  )

test(
  `of a fill and a cancel at once exactly one comes true, ${races} times over two nodes`,
  { timeout: 600_000 },
  async () => {
    const clock = { at: morning }
    const world = await createWorld({ now: () => clock.at, market: marketOf(clock) })
    const orders = await plantOrders(world, races)
    const nodes = [createNode(world, clock), createNode(world, clock)]
    clock.at += 1_000
    for (const { market } of nodes) market.set('AAPL', 80_00)
    const filling = Promise.all(nodes.map(({ look }) => look()))
    const cancelled = await cancelEach(world, orders)
    await filling
    await nodes[0]?.look()
    const ends = await endsIn(world)
    const cancels = cancelled.filter((outcome) => 'order' in outcome).length
    expect(ends.filter(({ state }) => state === 'cancelled')).toHaveLength(cancels)
    expect(ends.filter(({ state }) => state === 'filled')).toHaveLength(races - cancels)
    for (const { state, trades } of ends) expect(trades).toBe(state === 'filled' ? 1 : 0)
    await expectCleanAudit(world.db)
  },
)

test('an order is filled once where two nodes believe that it is theirs to fill', async () => {
  const clock = { at: morning }
  const world = await createWorld({ now: () => clock.at, market: marketOf(clock) })
  await plantOrders(world, 200)
  const nodes = Array.from({ length: 4 }, () => createNode(world, clock))
  clock.at += 1_000
  for (const { market } of nodes) market.set('AAPL', 80_00)
  await Promise.all(nodes.map(({ look }) => look()))
  const ends = await endsIn(world)
  expect(ends).toHaveLength(200)
  expect(new Set(ends.map(({ state, trades }) => `${state} ${trades}`))).toEqual(
    new Set(['filled 1']),
  )
  await expectCleanAudit(world.db)
})

test(
  `a server is killed in the middle of a fill ${kills} times, and the other goes on: every order is filled once or open`,
  { timeout: 1_800_000 },
  async () => {
    const secret = { IDENTITY_SECRET: randomUUID(), IDENTITY_TOKEN_MINUTES: '60' }
    const world = await createWorld({ env: secret })
    const env = { ...secret, DATABASE_URL: urlOf(world.connection) }
    const { token } = await signUp(world.app)
    // A transaction may stay idle longer here, because a server may take long.
    const patient = openDb(world.connection, { unlimited: true, connectionsMax: 1 })
    onTestFinished(() => patient.close())
    // The world's own app would fill orders too.
    await world.app.close()
    // The first server leads; when it is killed, the other one takes over.
    let leading = await startServer(env)
    await expect.poll(() => isLed(world), { timeout: 60_000 }).toBe(true)
    let following = await startServer(env)
    const quoted = await fetch(`${following.address()}/api/current-price/AAPL`)
    const { price } = (await quoted.json()) as { price: number }
    const buy = (quantity: number) =>
      post(following.address() ?? '', token, '/buy', { ticker: 'AAPL', quantity, price })
    await buy(1)
    // Enough cash for every round.
    await world.db.query(
      'update portfolio set starting_cents = starting_cents + 1e12, cash_cents = cash_cents + 1e12',
    )
    await buy(1_000)
    await addGate(world)
    for (let kill = 0; kill < kills; kill += 1) {
      const address = following.address() ?? ''
      await patient.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock($1)', [gate])
        await placeReached(world, { token, address })
        // The server has decided and is writing the trade.
        await expect.poll(() => waitersIn(world), { timeout: 60_000 }).toBeGreaterThan(0)
        await leading.kill()
      })
      const before = await filledIn(world)
      await expect.poll(() => isLed(world), { timeout: 5_000 }).toBe(true)
      await placeReached(world, { token, address })
      await expect.poll(() => filledIn(world), { timeout: 60_000 }).toBeGreaterThan(before)
      await cancelAll(world)
      // After the last round no test needs it.
      if (kill + 1 < kills) await leading.killAndRestart()
      ;[leading, following] = [following, leading]
    }
    for (const { state, trades } of await endsIn(world)) {
      expect(trades).toBe(state === 'filled' ? 1 : 0)
    }
    await expectCleanAudit(world.db)
  },
)

/** Makes room for the orders of the next round. */
const cancelAll = ({ db }: World) =>
  db.transaction(async (tx) => {
    const rows = await tx.query<{ id: number }>('select id from portfolio for update')
    const ids = rows.map(({ id }) => id)
    await cancelOrders(tx, ids, 'learner')
  })

const gate = 4_711

/** Blocks writes of trades while the test holds the lock. */
const addGate = ({ db }: World) =>
  db.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$;
    create trigger gate before insert on trade for each row execute function wait_at_gate()`)

/** Whether a server holds the lock of the fill job. */
async function isLed({ db }: World): Promise<boolean> {
  const rows = await db.query(
    `select from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = ${locks.orders} and datname = current_database()`,
  )
  return rows.length > 0
}

async function waitersIn({ db }: World): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = ${gate} and not granted and datname = current_database()`,
  )
  return row?.count ?? 0
}

/**
 * Sales with an unreachable limit, which an update then lowers to a cent; what a sale reserves does not depend on it.
 */
async function placeReached(
  { db }: World,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<void> {
  const order = { ticker: 'AAPL', type: 'SELL', kind: 'limit', quantity: 1, lasts: 'gtc' }
  for (const price of [100_000, 100_001]) await post(address, token, '/orders', { ...order, price })
  await db.query("update stock_order set price_cents = 1 where state = 'open'")
}

async function post(address: string, token: string, path: string, body: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${address}/api${path}`, request)
  expect(await answer.json()).not.toHaveProperty('code')
}

async function filledIn({ db }: World): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "select count(*)::int as count from stock_order where state = 'filled'",
  )
  return row?.count ?? 0
}
