// `npm run audit` as a process: clean, with planted differences, with trades that do not fit, and while others trade.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { asDay } from '@tengrand/core/day.ts'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { Connection } from '../db.ts'
import { applySplit } from '../market/store.ts'
import { signUp } from '../testing/learner.ts'
import { accountIdOf, plantTrades, trade } from '../testing/planted-ledger.ts'
import { createWorld, type World } from '../testing/world.ts'
import { meetSplitsEverywhere } from './split-upkeep.ts'

async function audit(env: Record<string, string>, ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../audit.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [[code], said, complaint] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, lines: said.trimEnd().split('\n'), complaint }
}

/** PostgreSQL's own way to name a socket folder stands in the query of the address. */
function databaseOf({ connection }: { connection: Connection }): Record<string, string> {
  if ('connectionString' in connection) return { DATABASE_URL: connection.connectionString }
  const { host, port, user, database } = connection
  const folder = encodeURIComponent(host)
  return { DATABASE_URL: `postgres://${user}@localhost/${database}?host=${folder}&port=${port}` }
}

/** By hand: 10,000.00 − 1,323.91 + 585.15 = 9,261.24, and 4 of 7 shares for 1,323.91 − 567.39 = 756.52. */
const trades = [
  trade('BUY', 7, 'AAPL', 189_13, '2026-03-02T15:00:00Z'),
  trade('SELL', 3, 'AAPL', 195_05, '2026-03-04T15:00:00Z'),
]

async function worldWith(count: number) {
  const world = await createWorld()
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const id = await accountIdOf(world.db, await signUp(world.app))
    await plantTrades(world.db, id, trades)
    ids.push(id)
  }
  return { world, ids }
}

const stateOf = ({ db }: World) =>
  Promise.all([
    db.query('select id, cash_cents, first_trade_at, last_trade_at from account order by id'),
    db.query('select * from position where quantity > 0 order by account_id, ticker_id'),
    db.query('select * from trade order by account_id, at, id'),
  ])

describe('the audit', () => {
  test('of accounts that are right is one line and code 0, also with splits', async () => {
    const { world } = await worldWith(2)
    const learner = await signUp(world.app)
    await learner.get('/api/account')
    const clean = { code: 0, lines: ['3 accounts with 4 trades: all is well.'], complaint: '' }
    expect(await audit(databaseOf(world))).toEqual(clean)
    await world.db.transaction((tx) =>
      applySplit(tx, { ticker: 'AAPL', day: asDay('2026-03-03'), numerator: 3, denominator: 2 }),
    )
    await meetSplitsEverywhere(world.db, { error: () => undefined })
    expect(await audit(databaseOf(world))).toEqual({
      ...clean,
      lines: ['3 accounts with 6 trades: all is well.'],
    })
  })

  test.each([
    ['update account set cash_cents = cash_cents + 1', 'cash is $9,261.25, trades say $9,261.24'],
    [
      'update position set quantity = quantity + 1',
      'AAPL is 5 for $756.52, trades say 4 for $756.52',
    ],
    [
      'update position set cost_cents = cost_cents - 1',
      'AAPL is 4 for $756.51, trades say 4 for $756.52',
    ],
    ['delete from position', 'AAPL is 0 for $0.00, trades say 4 for $756.52'],
    [
      'insert into position select id, 5, 2, 300 from account',
      'TSLA is 2 for $3.00, trades say 0 for $0.00',
    ],
    [
      'update account set first_trade_at = null',
      'the first trade is at no time, trades say 2026-03-02T15:00:00.000Z',
    ],
    [
      "update account set last_trade_at = last_trade_at + interval '1 ms'",
      'the last trade is at 2026-03-04T15:00:00.001Z, trades say 2026-03-04T15:00:00.000Z',
    ],
  ])('sees what "%s" does, and mends it when asked', async (damage, sentence) => {
    const { world, ids } = await worldWith(2)
    const before = await stateOf(world)
    const column = /(update|from) position/.test(damage) ? 'account_id' : 'id'
    await world.db.query(`${damage} where ${column} = ${ids[0]}`)
    const found = await audit(databaseOf(world))
    expect(found.code).toBe(1)
    expect(found.lines).toEqual([
      expect.stringMatching(/^Account \d+ \([0-9a-f-]{36}\): /),
      '2 accounts with 4 trades: 1 account with differences.',
    ])
    expect(found.lines[0]).toContain(`: ${sentence}.`)
    const mended = await audit(databaseOf(world), '--fix')
    expect(mended.code).toBe(0)
    expect(mended.lines).toEqual([
      `${found.lines[0]} Rebuilt.`,
      '2 accounts with 4 trades: 1 account with differences, all rebuilt from the trades.',
    ])
    expect(await stateOf(world)).toEqual(before)
    expect((await audit(databaseOf(world))).code).toBe(0)
  })

  test('lists trades that do not fit and leaves their account alone', async () => {
    const { world, ids } = await worldWith(3)
    await world.db.query('update account set cash_cents = 5 where id = $1', [ids[1]])
    await world.db.query(
      `insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, key)
       values ($1, $2, 'SELL', 5, -1, 100, 100, gen_random_uuid())`,
      [ids[2], new Date('2026-03-05')],
    )
    const [, , tradesBefore] = await stateOf(world)
    const { code, lines } = await audit(databaseOf(world), '--fix')
    expect(code).toBe(1)
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/cash is \$0\.05, trades say \$9,261\.24\. Rebuilt\.$/)
    expect(lines[1]).toMatch(
      /: trade \d+ does not fit: A SELL of 1 TSLA cannot follow on what is held\.$/,
    )
    expect(lines[2]).toBe(
      '3 accounts with 7 trades: 2 accounts with differences, 1 account rebuilt, 1 account left.',
    )
    const [accounts, , tradesAfter] = await stateOf(world)
    expect(tradesAfter).toEqual(tradesBefore)
    expect(accounts.map((row) => (row as { cash_cents: number }).cash_cents)).toEqual([
      9_261_24, 9_261_24, 9_261_24,
    ])
  })

  test('is clean as of one moment while others trade, and mends beside them', async () => {
    const world = await createWorld()
    const learners = await Promise.all(Array.from({ length: 4 }, () => signUp(world.app)))
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const trading = learners.map(async (learner, index) => {
      for (let count = 0; !stop.signal.aborted; count += 1) {
        const ticker = 'AAPL'
        const price = (world.market.quote(ticker)?.price ?? 0) / 100
        const way = (count + index) % 2 === 0 ? 'buy' : 'sell'
        await learner.post(`/api/${way}`, { ticker, quantity: 1, price })
      }
    })
    const made = async () => (await world.db.query('select from trade')).length
    await expect.poll(made, { timeout: 20_000 }).toBeGreaterThan(20)
    for (let times = 0; times < 3; times += 1) {
      expect(await audit(databaseOf(world))).toMatchObject({ code: 0, complaint: '' })
    }
    await world.db.query('update account set cash_cents = cash_cents + 7')
    expect((await audit(databaseOf(world), '--fix')).code).toBe(0)
    const atFix = await made()
    await expect.poll(made, { timeout: 20_000 }).toBeGreaterThan(atFix)
    stop.abort()
    await Promise.all(trading)
    expect((await audit(databaseOf(world))).code).toBe(0)
  })

  test('joins the embedded database of a folder, or says that there is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tengrand-audit-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const nowhere = await audit({ DATA_DIR: join(folder, 'nowhere') })
    expect(nowhere.code).toBe(1)
    expect(nowhere.complaint).toMatch(/^There is no data in .+nowhere\./)
    const main = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void main.kill('SIGKILL'))
    let said = ''
    main.stdout.on('data', (chunk) => (said += chunk))
    await expect.poll(() => said, { timeout: 40_000 }).toContain('Tengrand is ready')
    const expected = { code: 0, lines: ['0 accounts with 0 trades: all is well.'], complaint: '' }
    expect(await audit({ DATA_DIR: folder })).toEqual(expected)
    const ended = once(main, 'exit')
    main.kill('SIGTERM')
    await ended
    expect(await audit({ DATA_DIR: folder })).toMatchObject({ code: 0, lines: expected.lines })
  })

  test.each([['--mend'], ['--fix', '--fix'], ['all']])(
    'does not know %s, says what it takes and does nothing',
    async (...args) => {
      const { code, complaint, lines } = await audit({}, ...args)
      expect(code).toBe(2)
      expect(lines).toEqual([''])
      expect(complaint).toMatch(/^This takes --fix or nothing: .+\n$/)
    },
  )

  test('of a database that does not answer ends in a sentence without the password', async () => {
    const { code, complaint } = await audit({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' })
    expect(code).toBe(1)
    expect(complaint).toBe('The database at 127.0.0.1:1 (DATABASE_URL) does not answer.\n')
  })
})
