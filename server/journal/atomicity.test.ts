// Orders and their journal entries are written together: a server is killed while it writes both, and an entry that
// cannot be written takes its order with it.
import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { isLong } from '../testing/effort.ts'
import { countLockWaits, holdTransaction } from '../testing/held-transaction.ts'
import { signUp } from '../testing/learner.ts'
import { startServer, urlOf } from '../testing/server-process.ts'
import { createWorld } from '../testing/world.ts'

const kills = isLong ? 50 : 2

const sent = async (
  address: string | null,
  token: string,
  path: string,
  body: object,
  key: string,
) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })

test(
  `a server is killed ${kills} times while it writes a trade and its entry: there are both or neither`,
  { timeout: 900_000 },
  async () => {
    const secret = { IDENTITY_SECRET: randomUUID(), IDENTITY_TOKEN_MINUTES: '60' }
    const world = await createWorld({ env: secret })
    const server = await startServer({ ...secret, DATABASE_URL: urlOf(world.connection) })
    const { token } = await signUp(world.app)
    const quoted = await fetch(`${server.address()}/api/current-price/LYFT`)
    const { price } = (await quoted.json()) as { price: number }
    const entry = { note: 'A reason.', confidence: 70 }
    await addGates(world.db)
    const orders = [
      ['/api/buy', { ticker: 'LYFT', quantity: 1, price, ...entry }],
      [
        '/api/orders',
        {
          ticker: 'LYFT',
          type: 'BUY',
          kind: 'limit',
          quantity: 1,
          price: 1,
          lasts: 'gtc',
          ...entry,
        },
      ],
    ] as const
    for (let kill = 0; kill < kills; kill += 1) {
      const [path, body] = orders[kill % 2] ?? orders[0]
      const key = randomUUID()
      const open = await holdTransaction(world.db, (tx) =>
        tx.query('select pg_advisory_xact_lock($1)', [gate]),
      )
      const lost = sent(server.address(), token, path, body, key).catch(() => null)
      await expect.poll(() => countLockWaits(world.db), { timeout: 60_000 }).toBeGreaterThan(0)
      await server.kill()
      await open()
      expect(await lost).toBeNull()
      await expect.poll(() => isQuiet(world.db)).toBe(true)
      expect(await writtenFor(world.db, key)).toEqual({ orders: 0, entries: 0 })
      await server.killAndRestart()
      const answer = await sent(server.address(), token, path, body, key)
      expect([200, 201]).toContain(answer.status)
      expect(await writtenFor(world.db, key)).toEqual({ orders: 1, entries: 1 })
    }
    await expectCleanAudit(world.db)
  },
)

test('an entry that cannot be written takes its order with it, and no other order of the batch', async () => {
  const world = await createWorld()
  await world.db.query(
    "alter table trade add constraint broken check (note is distinct from 'Broken.')",
  )
  const learner = await signUp(world.app)
  const other = await signUp(world.app)
  const { price } = (await learner.get('/api/current-price/LYFT')).json()
  const order = { ticker: 'LYFT', quantity: 1, price }
  const [broken, fine] = await Promise.all([
    learner.post('/api/buy', { ...order, note: 'Broken.' }),
    other.post('/api/buy', { ...order, note: 'Fine.' }),
  ])
  expect([broken.statusCode, fine.statusCode]).toEqual([503, 200])
  expect((await learner.get('/api/portfolio')).json()).toMatchObject({ cash_balance: 10_000 })
  expect((await other.get('/api/journal')).json().entries).toMatchObject([{ note: 'Fine.' }])
})

type Db = Awaited<ReturnType<typeof createWorld>>['db']

const gate = 4_712

/** Writes of orders wait while the test holds the lock: their rows are computed, and not yet there. */
const addGates = (db: Db) =>
  db.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$;
    create trigger gate after insert on trade for each row execute function wait_at_gate();
    create trigger gate after insert on stock_order for each row execute function wait_at_gate()`)

/** Whether the transaction of the killed server is over. */
const isQuiet = async (db: Db): Promise<boolean> =>
  (
    await db.query(
      `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
         and query ~ 'insert into (trade|stock_order)'`,
    )
  ).length === 0

async function writtenFor(db: Db, key: string) {
  const [row] = await db.query<{ orders: number; entries: number }>(
    `select count(*)::int as orders, count(note)::int as entries
     from (select note from trade where key = $1 union all select note from stock_order where key = $1) written`,
    [key],
  )
  return row
}
