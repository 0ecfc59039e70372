// The clock of a node follows the database's clock, even if either clock changes.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { ClockBehind, openClock, type ClockOptions } from './clock.ts'
import { openDb, type Connection } from './db/handle.ts'
import { createLog } from './log.ts'
import { simulatedMarket, type SimulatedMarket } from './market/simulated/market.ts'
import { freshDatabase } from './testing/databases.ts'
import { signUp } from './testing/learner.ts'
import { shiftedDatabase } from './testing/shifted-database.ts'
import { createWorld } from './testing/world.ts'
import { startServer, urlOf } from './testing/server-process.ts'

const hour = 3_600
const patience = { timeout: 10_000, interval: 10 }

async function clockOn(connection: Connection, options: Partial<ClockOptions> = {}) {
  const db = openDb(connection)
  const clock = await openClock({ db, log: createLog('silent'), readEveryMs: 20, ...options })
  onTestFinished(async () => {
    await clock.close()
    await db.close()
  })
  return clock
}

const secondsAhead = (at: number): number => Math.abs((at - Date.now()) / 1000)

describe('the clock of a node', () => {
  test('tells the time of the database, not that of the machine', async () => {
    const { connection, shift } = await shiftedDatabase()
    await shift(24 * hour)
    const clock = await clockOn(connection)
    expect(secondsAhead(clock.now() - 24 * hour * 1000)).toBeLessThan(1)
    await shift(48 * hour)
    await expect.poll(() => secondsAhead(clock.now() - 48 * hour * 1000) < 1, patience).toBe(true)
  })

  test('shows what has come a tenth of a second ago', async () => {
    const clock = await clockOn(await freshDatabase())
    const shown = clock.shownAt()
    expect(clock.now() - shown).toBeGreaterThanOrEqual(99)
    expect(clock.now() - shown).toBeLessThan(1_000)
  })

  test('shows nothing while the database is behind what was shown, and never goes back', async () => {
    const { connection, shift } = await shiftedDatabase()
    const clock = await clockOn(connection)
    const [before, shown] = [clock.now(), clock.shownAt()]
    await shift(-hour)
    await vi.waitFor(() => expect(clock.check).toThrow(ClockBehind), patience)
    expect(clock.shownAt).toThrow(ClockBehind)
    expect(clock.decidedAt(Date.now() - hour * 1000, clock.shownUntil())).toBeNull()
    expect(clock.now()).toBeGreaterThanOrEqual(before)
    await shift(0)
    await vi.waitFor(() => expect(clock.check).not.toThrow(), patience)
    expect(clock.shownAt()).toBeGreaterThanOrEqual(shown)
    const at = Date.now()
    expect(clock.decidedAt(at, clock.shownUntil())).toBe(at)
  })

  test('knows after a restart what was shown before it', async () => {
    const { connection, shift } = await shiftedDatabase()
    const db = openDb(connection)
    onTestFinished(() => db.close())
    await clockOn(connection)
    const mark = 'select clock_seen_at as at from installation'
    await expect
      .poll(async () => (await db.query<{ at: unknown }>(mark))[0]?.at, patience)
      .not.toBeNull()
    await shift(-60)
    const clock = await clockOn(connection)
    expect(clock.shownAt).toThrow(ClockBehind)
    await shift(60)
    await vi.waitFor(() => expect(clock.shownAt).not.toThrow(), patience)
  })

  test('knows it also of the seconds since the last mark', async () => {
    const { connection, shift } = await shiftedDatabase()
    const db = openDb(connection)
    onTestFinished(() => db.close())
    const first = await clockOn(connection)
    const shown = first.shownAt()
    // 2.5 seconds is less than a start would wait for; with the possible lag of the mark it is more.
    await shift(-2.5)
    const [mark] = await db.query<{ at: Date }>('select clock_seen_at as at from installation')
    const second = await clockOn(connection)
    expect(second.shownAt).toThrow(ClockBehind)
    // The mark is written every two seconds.
    expect(second.shownUntil() - (mark?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(2_000)
    await shift(8.5)
    await vi.waitFor(() => expect(second.shownAt()).toBeGreaterThan(shown), patience)
  })

  describe('after the clean end of the last node', () => {
    const markOf = async (connection: Connection): Promise<number> => {
      const db = openDb(connection)
      const [row] = await db
        .query<{ at: Date }>('select clock_seen_at as at from installation')
        .finally(() => db.close())
      return row?.at.getTime() ?? 0
    }

    const endedClock = async (connection: Connection) => {
      const db = openDb(connection)
      const clock = await openClock({ db, log: createLog('silent') })
      const shown = clock.shownAt()
      await clock.close()
      await db.close()
      return shown
    }

    test('the mark is exact, so that a start has nothing to wait for', async () => {
      const connection = await freshDatabase()
      const shown = await endedClock(connection)
      const mark = await markOf(connection)
      expect(mark).toBeGreaterThanOrEqual(shown)
      const next = await clockOn(connection)
      expect(next.shownUntil()).toBe(mark)
      expect(next.shownAt()).toBeGreaterThanOrEqual(shown)
    })

    test('a clock that was set back is noticed as well', async () => {
      const { connection, shift } = await shiftedDatabase()
      await endedClock(connection)
      await shift(-10)
      expect((await clockOn(connection)).shownAt).toThrow(ClockBehind)
    })

    test('it is not exact where the clock was set back behind what was shown', async () => {
      const { connection, shift } = await shiftedDatabase()
      const db = openDb(connection)
      const clock = await openClock({ db, log: createLog('silent') })
      const shown = clock.shownAt()
      await shift(-1.5)
      await clock.close()
      await db.close()
      expect((await clockOn(connection)).shownUntil()).toBeGreaterThanOrEqual(shown + 2_999)
    })

    test('a second start waits, because the first node shows prices now', async () => {
      const connection = await freshDatabase()
      await endedClock(connection)
      await clockOn(connection)
      const mark = await markOf(connection)
      expect((await clockOn(connection)).shownUntil()).toBeGreaterThanOrEqual(mark + 2_000)
    })
  })

  test.each([
    ['while another node runs', '1 second', true],
    ['within a minute of a kill', '50 seconds', true],
    ['a minute after a kill', '70 seconds', false],
  ])('the end of a node %s leaves an inexact mark: %s, %s', async (_case, ago, waits) => {
    const connection = await freshDatabase()
    const db = openDb(connection)
    onTestFinished(() => db.close())
    const ending = await openClock({ db, log: createLog('silent') })
    await db.query(
      'insert into node values (gen_random_uuid(), clock_timestamp() - $1::interval)',
      [ago],
    )
    await ending.close()
    const [row] = await db.query<{ exact: boolean }>(
      'select clock_exact_at is not distinct from clock_seen_at as exact from installation',
    )
    expect(row?.exact).toBe(!waits)
  })

  test('is wrong by half of the time that the database takes to answer', async () => {
    const { connection, slow } = await shiftedDatabase()
    // The database reads its time at the end of the delay, so an estimate from the middle is ahead by 40 ms.
    await slow(0.08)
    const clock = await clockOn(connection)
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60)
  })

  test('goes on counting how long things take while the database is behind', async () => {
    const { connection, shift } = await shiftedDatabase()
    const clock = await clockOn(connection)
    const env = { READS_PER_SECOND: '50', READS_BURST: '1' }
    const world = await createWorld({ connection, clock, env })
    const learner = await signUp(world.app)
    clock.shownAt()
    await shift(-hour)
    await vi.waitFor(() => expect(clock.check).toThrow(ClockBehind), patience)
    const status = async () => (await learner.get('/api/account')).statusCode
    await vi.waitFor(async () => expect(await status()).toBe(200), patience)
    await vi.waitFor(async () => expect(await status()).toBe(200), patience)
  })

  test('does not believe a slow answer, and after a minute without one it is not ready', async () => {
    const { connection, shift, slow } = await shiftedDatabase()
    let skipped = 0
    const monotonic = () => performance.now() + skipped
    const clock = await clockOn(connection, { monotonic })
    await slow(0.15)
    await shift(hour)
    skipped = 59_000
    expect(clock.check).not.toThrow()
    skipped = 61_000
    expect(clock.check).toThrow('The clock has not been read.')
    expect(secondsAhead(clock.now() - skipped)).toBeLessThan(30)
    await slow(0)
    await vi.waitFor(() => expect(clock.check).not.toThrow(), patience)
  })

  test('keeps a node from starting where the database cannot tell the time', async () => {
    const { connection, slow } = await shiftedDatabase()
    await slow(0.11)
    await expect(clockOn(connection, { readsAtStart: 2 })).rejects.toThrow(
      'takes more than 100 ms to answer',
    )
  })
})

test('while the database is behind, no price is told and no order decided, and then both go on', async () => {
  const { connection, shift } = await shiftedDatabase()
  const clock = await clockOn(connection)
  const world = await createWorld({ connection, clock })
  const learner = await signUp(world.app)
  const order = async () => {
    const price = (await learner.get('/api/current-price/AAPL')).json().price ?? 100
    return learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price })
  }
  expect((await order()).statusCode).toBe(200)
  await shift(-hour)
  await vi.waitFor(() => expect(clock.check).toThrow(ClockBehind), patience)
  const answers = [
    await order(),
    ...(await Promise.all(
      [
        '/api/current-price/AAPL',
        '/api/price-history/AAPL/7d',
        '/api/quotes/stream',
        '/api/portfolio',
        '/api/net_worth_history/7d',
      ].map((url) => learner.get(url)),
    )),
  ]
  for (const answer of answers) {
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  }
  const ready = await world.app.inject('/readyz')
  expect([ready.statusCode, ready.json().reason]).toEqual([503, 'clock'])
  await shift(0)
  await vi.waitFor(() => expect(clock.check).not.toThrow(), patience)
  expect((await order()).statusCode).toBe(200)
  expect((await learner.get('/api/transactions')).json().transactions).toHaveLength(2)
})

test('an order is executed although later prices are shown while a busy node is about to decide it', async () => {
  const connection = await freshDatabase()
  const clock = await clockOn(connection)
  const world = await createWorld({ connection, clock })
  const learner = await signUp(world.app)
  const { price } = (await learner.get('/api/current-price/AAPL')).json()
  // The database's answer waits for longer than the 100 ms by which shown prices lag.
  const busy = setInterval(() => {
    const began = performance.now()
    while (performance.now() - began < 150);
    clock.shownAt()
  })
  const { statusCode } = await learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price })
  clearInterval(busy)
  expect(statusCode).toBe(200)
})

/** A Node option that shifts the clock of the process by some seconds. */
const machineAhead = (seconds: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const Real=Date,ms=${seconds * 1000};globalThis.Date=class extends Real{constructor(...a){a.length?super(...a):super(Real.now()+ms)}static now(){return Real.now()+ms}}`,
  )}`

/** Whether the price function gave this price at some recent instant; checks the latest instants first. */
function wasPrice(
  source: SimulatedMarket,
  [ticker, price]: readonly [Ticker, number],
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  for (let at = to; at >= from; at -= 1) {
    if (source.priceAt(ticker, at) / 100 === price) return true
  }
  return false
}

interface Answer {
  readonly status: number
  readonly body: Record<string, never> & { price: number; token: string }
}

async function ask(address: string | null, path: string, init?: RequestInit): Promise<Answer> {
  const answer = await fetch(`${address}${path}`, init)
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

/** Gets all prices of a node and checks with the price function that each belongs to a past instant. */
async function pricesAt(
  address: string | null,
  source: SimulatedMarket,
): Promise<Map<Ticker, number>> {
  const from = Date.now()
  const told = new Map<Ticker, number>()
  for (const ticker of tickers) {
    told.set(ticker, (await ask(address, `/api/current-price/${ticker}`)).body.price)
  }
  const moments = { from: from - 1_000, to: Date.now() }
  expect([...told].filter((one) => !wasPrice(source, one, moments))).toEqual([])
  return told
}

async function signUpAt(address: string | null, email: string): Promise<string> {
  const { body } = await ask(address, '/identity/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  })
  return body.token
}

test(
  'two nodes whose clocks are 300 s ahead and two days behind tell no price of the future, take the tokens of each other and keep trades in order',
  { timeout: 120_000 },
  async () => {
    const connection = await freshDatabase()
    const secret = 'a secret that both nodes of this test know'
    const env = { DATABASE_URL: urlOf(connection), IDENTITY_SECRET: secret }
    const nodes = await Promise.all(
      [300, -48 * hour].map((seconds) =>
        startServer({ ...env, NODE_OPTIONS: machineAhead(seconds) }),
      ),
    )
    const addresses = nodes.map(({ address }) => address())
    const db = openDb(connection)
    onTestFinished(() => db.close())
    const [market = { secret: Buffer.alloc(0) }] = await db.query<{ secret: Buffer }>(
      'select market_secret as secret from installation',
    )
    const source = simulatedMarket({ secret: market.secret, hours: 'always' })
    const tokens = await Promise.all(
      addresses.map((address, index) => signUpAt(address, `learner-${index}@school.example`)),
    )
    const began = Date.now()
    const turns = tokens.flatMap((token) => addresses.map((address) => ({ token, address })))
    for (const { token, address } of [...turns, ...turns]) {
      const told = await pricesAt(address, source)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ ticker: 'INTC', quantity: 1, price: told.get('INTC') })
      expect(await ask(address, '/api/buy', { method: 'POST', headers, body })).toMatchObject({
        status: 200,
      })
    }
    const trades = await db.query<{ at: Date }>('select at from trade order by id')
    const times = trades.map(({ at }) => at.getTime())
    expect(times).toHaveLength(8)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0]).toBeGreaterThanOrEqual(began - 1_000)
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now() + 1_000)
  },
)
