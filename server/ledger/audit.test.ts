// `npm run audit`, in this process and as its own: clean data, planted differences, trades that cannot be applied, and
// trading during the audit.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { asDay } from '@tengrand/core/day.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { report } from '../audit.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres/start.ts'
import { openDb, type Db } from '../db/handle.ts'
import { processesWith, serverProcesses } from '../testing/app-process.ts'
import { useDataFolders } from '../testing/data-folders.ts'
import { countLockWaits, holdTransaction } from '../testing/held-transaction.ts'
import { signUp } from '../testing/learner.ts'
import { plantPortfolios } from '../testing/planted-portfolio.ts'
import { portfolioIdOf, plantTrades, trade } from '../testing/planted-ledger.ts'
import { startScript } from '../testing/script.ts'
import { createWorld, type World } from '../testing/world.ts'
import { auditPortfolios, rebuildPortfolio } from './audit.ts'
import { applySplitsEverywhere } from './split-job.ts'
import { expectCleanAudit } from './testing/clean-audit.ts'
import { learn } from './testing/split-ledger.ts'
import { urlOf } from '../testing/server-process.ts'

const folders = useDataFolders()

const audit = (env: Record<string, string>, ...args: readonly string[]) =>
  startAudit(env, { args }).ended

function startAudit(env: Record<string, string>, options?: Parameters<typeof startScript>[2]) {
  const child = startScript('audit.ts', env, options)
  onTestFinished(() => void child.kill('SIGKILL'))
  const finish = async () => {
    const [[code], said, complaint] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ])
    return { code, lines: said.trimEnd().split('\n'), complaint }
  }
  return { ended: finish(), kill: (signal: NodeJS.Signals) => void child.kill(signal) }
}

/** The output of the command, without starting a process. */
async function reported({ connection }: World, fix?: '--fix') {
  const db = openDb(connection, { unlimited: true })
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await report({ db, fix: fix !== undefined, say, showProgress: () => undefined })
  await db.close()
  return { code, lines, complaint: '' }
}

const databaseOf = ({ connection }: World): Record<string, string> => ({
  DATABASE_URL: urlOf(connection),
})

/** By hand: 10,000.00 − 1,323.91 + 585.15 = 9,261.24, and 4 of 7 shares for 1,323.91 − 567.39 = 756.52. */
const trades = [
  trade('BUY', 7, 'AAPL', 189_13, '2026-03-02T15:00:00Z'),
  trade('SELL', 3, 'AAPL', 195_05, '2026-03-04T15:00:00Z'),
]

async function worldWith(count: number) {
  const world = await createWorld({ env: { IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '1000' } })
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const id = await portfolioIdOf(world.db, await signUp(world.app))
    await plantTrades(world.db, id, trades)
    ids.push(id)
  }
  return { world, ids }
}

const stateOf = ({ db }: World) =>
  Promise.all([
    db.query('select id, cash_cents, first_trade_at, last_trade_at from portfolio order by id'),
    db.query('select shares, cost_cents from portfolio order by id'),
    db.query('select * from trade order by portfolio_id, at, id'),
  ])

const damages = [
  ['update portfolio set cash_cents = cash_cents + 1', 'cash is $9,261.25, trades say $9,261.24'],
  [
    'update portfolio set shares[1] = shares[1] + 1',
    'AAPL is 5 for $756.52, trades say 4 for $756.52',
  ],
  [
    'update portfolio set cost_cents[1] = cost_cents[1] - 1',
    'AAPL is 4 for $756.51, trades say 4 for $756.52',
  ],
  [
    'update portfolio set shares[1] = 0, cost_cents[1] = 0',
    'AAPL is 0 for $0.00, trades say 4 for $756.52',
  ],
  [
    'update portfolio set shares[5] = 2, cost_cents[5] = 300',
    'TSLA is 2 for $3.00, trades say 0 for $0.00',
  ],
  [
    'update portfolio set realized_cents[1] = coalesce(realized_cents[1], 0) + 1',
    'AAPL has realized $17.77, trades say $17.76',
  ],
  ['update portfolio set realized_cents[1] = null', 'AAPL has realized nothing, trades say $17.76'],
  ['update portfolio set realized_cents[5] = 0', 'TSLA has realized $0.00, trades say nothing'],
  [
    'update portfolio set first_trade_at = null',
    'the first trade is at no time, trades say 2026-03-02T15:00:00.000Z',
  ],
  [
    "update portfolio set last_trade_at = last_trade_at + interval '1 ms'",
    'the last trade is at 2026-03-04T15:00:00.001Z, trades say 2026-03-04T15:00:00.000Z',
  ],
  [
    'update portfolio set cash_cents = 9100000000000000000',
    'cash is 9100000000000000000 cents, trades say $9,261.24',
  ],
  [
    'update portfolio set shares[1] = 9100000000000000001, cost_cents[1] = 9100000000000000000',
    'AAPL is 9100000000000000001 for 9100000000000000000 cents, trades say 4 for $756.52',
  ],
  [
    "update portfolio set first_trade_at = '-infinity'",
    'the first trade is at -Infinity, trades say 2026-03-02T15:00:00.000Z',
  ],
  [
    "update portfolio set last_trade_at = last_trade_at + interval '1 microsecond'",
    'the last trade is at 2026-03-04T15:00:00.000Z, trades say 2026-03-04T15:00:00.000Z',
  ],
] as const

const withoutPublicId = (line: string): string =>
  line.replace(/^(Portfolio \d+) \(account [0-9a-f-]{36}, chapter 1\)/, '$1')

describe('the audit', () => {
  test('of portfolios that are right is one line and code 0, also with splits', async () => {
    const { world } = await worldWith(2)
    const learner = await signUp(world.app)
    await learner.get('/api/account')
    const clean = { code: 0, lines: ['3 portfolios with 4 trades: all is well.'], complaint: '' }
    expect(await audit(databaseOf(world))).toEqual(clean)
    await learn(world.db, { day: asDay('2026-03-03'), ratio: [3, 2] })
    await applySplitsEverywhere(world.db, { error: () => undefined })
    expect(await reported(world)).toEqual({
      ...clean,
      lines: ['3 portfolios with 6 trades: all is well.'],
    })
  })

  test('lists splits that were left out, and cannot mend them', async () => {
    const { world } = await worldWith(1)
    for (const day of ['2026-03-04', '2026-03-03'])
      await learn(world.db, { day: asDay(day), ratio: [3, 2] })
    await applySplitsEverywhere(world.db, { error: () => undefined })
    const found = {
      code: 1,
      lines: [
        'The split of AAPL on 2026-03-03, 3 for 2, became known after another one and is in no portfolio and no price.',
        '1 portfolio with 3 trades: no differences; 1 split left out.',
      ],
      complaint: '',
    }
    expect(await reported(world)).toEqual(found)
    expect(await reported(world, '--fix')).toEqual(found)
    await world.db.query('update portfolio set cash_cents = cash_cents + 1')
    expect((await reported(world, '--fix')).lines.at(-1)).toBe(
      '1 portfolio with 3 trades: 1 portfolio with differences, all rebuilt from the trades; 1 split left out.',
    )
    await world.db.query('delete from late_split')
    expect((await reported(world)).code).toBe(0)
  })

  test('of a database that no newer version has opened yet needs no table of late splits', async () => {
    const { world } = await worldWith(1)
    await world.db.query('drop table late_split')
    expect(await reported(world)).toEqual({
      code: 0,
      lines: ['1 portfolio with 2 trades: all is well.'],
      complaint: '',
    })
  })

  test('sees every kind of difference, and mends it when asked', async () => {
    const { world, ids } = await worldWith(damages.length + 1)
    const before = await stateOf(world)
    for (const [index, [damage]] of damages.entries()) {
      await world.db.query(`${damage} where id = ${ids[index]}`)
    }
    const found = await reported(world)
    const all = `${ids.length} portfolios with ${2 * ids.length} trades: ${damages.length} portfolios with differences`
    expect({ ...found, lines: found.lines.map(withoutPublicId) }).toEqual({
      code: 1,
      lines: [
        ...damages.map(([, sentence], index) => `Portfolio ${ids[index]}: ${sentence}.`),
        `${all}.`,
      ],
      complaint: '',
    })
    expect(found.lines[0]).not.toBe(withoutPublicId(found.lines[0] ?? ''))
    expect(await audit(databaseOf(world), '--fix')).toEqual({
      code: 0,
      lines: [
        ...found.lines.slice(0, -1).map((line) => `${line} Rebuilt.`),
        `${all}, all rebuilt from the trades.`,
      ],
      complaint: '',
    })
    expect(await stateOf(world)).toEqual(before)
    expect((await reported(world)).code).toBe(0)
  })

  test('lists trades that do not fit and leaves their portfolio alone', async () => {
    const { world, ids } = await worldWith(3)
    await world.db.query('update portfolio set cash_cents = 5 where id = $1', [ids[1]])
    await world.db.query(
      `insert into trade (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, key)
       values ($1, $2, 'SELL', 5, -1, 100, 100, 0, gen_random_uuid())`,
      [ids[2], new Date('2026-03-05')],
    )
    const [, , tradesBefore] = await stateOf(world)
    const { code, lines } = await reported(world, '--fix')
    expect(code).toBe(1)
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/cash is \$0\.05, trades say \$9,261\.24\. Rebuilt\.$/)
    expect(lines[1]).toMatch(
      /: trade \d+ does not fit: A SELL of 1 TSLA cannot follow on what is held\.$/,
    )
    expect(lines[2]).toBe(
      '3 portfolios with 7 trades: 2 portfolios with differences, 1 portfolio rebuilt, 1 portfolio left.',
    )
    const [accounts, , tradesAfter] = await stateOf(world)
    expect(tradesAfter).toEqual(tradesBefore)
    expect(accounts.map((row) => (row as { cash_cents: number }).cash_cents)).toEqual([
      9_261_24, 9_261_24, 9_261_24,
    ])
  })

  test('lists a trade that is larger than anything can be, and goes on with the others', async () => {
    const { world, ids } = await worldWith(3)
    await world.db.query('update portfolio set cash_cents = 5 where id = $1', [ids[2]])
    await world.db.query(
      `insert into trade (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, key)
       values ($1, $2, 'BUY', 5, 9007199254740993, -9007199254740993, 1, 0, gen_random_uuid())`,
      [ids[0], new Date('2026-03-05')],
    )
    const { code, lines, complaint } = await reported(world, '--fix')
    expect({ code, complaint }).toEqual({ code: 1, complaint: '' })
    expect(lines).toEqual([
      expect.stringMatching(/: trade \d+ does not fit: -?9007199254740993 is more than can be /),
      expect.stringMatching(/cash is \$0\.05, trades say \$9,261\.24\. Rebuilt\.$/),
      '3 portfolios with 7 trades: 2 portfolios with differences, 1 portfolio rebuilt, 1 portfolio left.',
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
      expect(await reported(world)).toMatchObject({ code: 0, complaint: '' })
    }
    await world.db.query('update portfolio set cash_cents = cash_cents + 7')
    expect((await reported(world, '--fix')).code).toBe(0)
    const atFix = await made()
    await expect.poll(made, { timeout: 20_000 }).toBeGreaterThan(atFix)
    stop.abort()
    await Promise.all(trading)
    expect((await reported(world)).code).toBe(0)
  })

  test('joins the embedded database of a folder, or says that there is none', async () => {
    const nowhere = await audit({ DATA_DIR: folders.empty('nowhere') })
    expect(nowhere.code).toBe(1)
    expect(nowhere.complaint).toMatch(/^There is no data in .+nowhere\./)
    const folder = await folders.made('joined')
    // Starts PostgreSQL like the product does.
    const postgres = await startEmbeddedPostgres({ dataDir: folder, say: () => undefined })
    onTestFinished(() => postgres.stop())
    const expected = { code: 0, lines: ['0 portfolios with 0 trades: all is well.'], complaint: '' }
    expect(await audit({ DATA_DIR: folder })).toEqual(expected)
    await postgres.stop()
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

describe('the audit of many trades', () => {
  /**
   * A world with three portfolios, one of which has this many trades of a single share, alternately a buy and a sell.
   */
  async function busyWorld(many: number) {
    const { world, ids } = await worldWith(3)
    await world.db.query(
      `insert into trade (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, key)
       select $1, $2::timestamptz + n * interval '1 s', case when n % 2 = 0 then 'BUY' else 'SELL' end, 5,
         1 - 2 * (n % 2), 100 * (2 * (n % 2) - 1), 100, 100 * (n % 2), gen_random_uuid()
       from generate_series(0, $3::int - 1) as n`,
      [ids[0], new Date('2026-03-05'), many],
    )
    await rebuildPortfolio(world.db, ids[0] ?? 0)
    return { world, busy: ids[0] ?? 0 }
  }

  test('tells on a terminal how far it is, and nowhere else', async () => {
    const { world } = await busyWorld(24_998)
    const lines = ['3 portfolios with 25,004 trades: all is well.']
    expect(await audit(databaseOf(world))).toEqual({ code: 0, lines, complaint: '' })
    const before = ['--import', 'data:text/javascript,process.stderr.isTTY=true']
    const shown = await startAudit(databaseOf(world), { before }).ended
    expect(shown).toMatchObject({ code: 0, lines })
    // All progress is in one line, which is empty at the end.
    expect(shown.complaint.split('\r\u001b[K')).toEqual([
      '',
      '0 portfolios, 10,000 trades',
      '0 portfolios, 20,000 trades',
      '',
    ])
  })

  test('has no more than two thousand rows in hand', async () => {
    const many = 6_998
    const { world, busy } = await busyWorld(many)
    const sizes: number[] = []
    const db = counting(world.db, (rows) => sizes.push(rows))
    expect(await expectCleanAudit(db)).toEqual({ portfolios: 3, trades: many + 6, differences: 0 })
    expect(Math.max(...sizes)).toBe(2_000)
    sizes.length = 0
    expect(await rebuildPortfolio(db, busy)).toBe(true)
    expect(Math.max(...sizes)).toBe(2_000)
  })

  test('ends in the middle when it is told to', async () => {
    // Enough trades for one progress report.
    const { world, busy } = await busyWorld(11_998)
    const { signal, abort } = aborting()
    const audited = auditPortfolios({
      db: world.db,
      signal,
      onProgress: abort,
      onDifference: () => undefined,
    })
    await expect(audited).rejects.toThrow('enough')
    await world.db.query('update portfolio set cash_cents = 5 where id = $1', [busy])
    await expect(rebuildPortfolio(world.db, busy, signal)).rejects.toThrow('enough')
    expect(await world.db.query('select from portfolio where cash_cents = 5')).toHaveLength(1)
  })
})

function aborting() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) }
}

/** Reports the number of rows in each result. */
function counting(db: Db, onRows: (rows: number) => void): Db {
  return {
    ...db,
    transaction: (work, options) =>
      db.transaction(
        (tx) =>
          work({
            query: async (statement, values) => {
              const rows = await tx.query<never>(statement, values)
              onRows(rows.length)
              return rows
            },
          }),
        options,
      ),
  }
}

describe('a signal', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the audit at once, in the middle of a statement', async (signal, code) => {
    const { world } = await worldWith(2)
    const letGo = await holdTransaction(world.db, (tx) =>
      tx.query('lock table trade in access exclusive mode'),
    )
    const run = startAudit(databaseOf(world))
    await expect.poll(() => countLockWaits(world.db), { timeout: 20_000 }).toBe(1)
    run.kill(signal)
    expect(await run.ended).toEqual({ code, lines: [''], complaint: 'Stopped before the end.\n' })
    await expect.poll(() => countLockWaits(world.db), { timeout: 20_000 }).toBe(0)
    await letGo()
  })

  test('ends a rebuild as if it had never begun', async () => {
    const { world, ids } = await worldWith(3)
    await world.db.query('update portfolio set cash_cents = 5')
    const before = await stateOf(world)
    const letGo = await holdTransaction(world.db, (tx) =>
      tx.query('select from portfolio where id = $1 for update', [ids[1]]),
    )
    const run = startAudit(databaseOf(world), { args: ['--fix'] })
    await expect.poll(() => countLockWaits(world.db), { timeout: 20_000 }).toBe(1)
    run.kill('SIGINT')
    const { code, lines, complaint } = await run.ended
    expect({ code, complaint }).toEqual({ code: 130, complaint: 'Stopped before the end.\n' })
    // The first portfolio is already rebuilt.
    expect(lines).toEqual([expect.stringMatching(/Rebuilt\.$/)])
    await letGo()
    const [accounts, ...others] = await stateOf(world)
    expect(accounts.map((row) => (row as { cash_cents: number }).cash_cents)).toEqual([
      9_261_24, 5, 5,
    ])
    expect(others).toEqual(before.slice(1))
    expect((await reported(world, '--fix')).code).toBe(0)
  })

  test('that another one follows waits for nothing', async () => {
    const connected = Promise.withResolvers<void>()
    // A server that accepts connections and never answers.
    const silent = createServer(() => connected.resolve()).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const run = startAudit({ DATABASE_URL: `postgres://me@127.0.0.1:${port}/x` })
    await connected.promise
    run.kill('SIGINT')
    run.kill('SIGTERM')
    const { code, complaint } = await run.ended
    // The system decides which of the two signals arrives first.
    expect([130, 143]).toContain(code)
    expect(complaint).toBe('')
  })

  describe('while it runs an embedded database of its own', () => {
    let dataDir = ''

    // A database in which reading one account takes a minute.
    beforeAll(async () => {
      dataDir = await folders.made('slow')
      const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
      const db = openDb(postgres.connection)
      await plantPortfolios(db)
      for (const statement of [
        'alter table account enable row level security',
        'alter table account force row level security',
        'create policy slow on account using (pg_sleep(60) is not null)',
      ]) {
        await db.query(statement)
      }
      await db.close()
      await postgres.stop()
    })

    test.each([
      ['alone', ['SIGINT']],
      ['with another', ['SIGINT', 'SIGTERM']],
    ] as const)('stops that one as well, %s', async (_how, signals) => {
      const pgdata = join(dataDir, 'postgres')
      const running = () => serverProcesses(pgdata)
      expect(await running()).toEqual([])
      const run = startAudit({ DATA_DIR: dataDir })
      const isAsleep = async () => {
        const [own, fetching] = await Promise.all([running(), processesWith('[local] FETCH')])
        return fetching.filter((pid) => own.includes(pid)).length
      }
      await expect.poll(isAsleep, { timeout: 40_000 }).toBe(1)
      for (const signal of signals) run.kill(signal)
      const { code, complaint } = await run.ended
      expect([130, 143].slice(0, signals.length)).toContain(code)
      expect(complaint).not.toMatch(/^ +at /m)
      await expect.poll(running, { timeout: 40_000 }).toEqual([])
    })
  })
})
