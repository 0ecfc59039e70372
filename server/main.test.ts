import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from './config.ts'
import { openDb, type ConnectionParts } from './db/handle.ts'
import { openDatabase } from './db/open.ts'
import { StartProblem } from './errors.ts'
import { killAll, postmasterPid } from './testing/app-process.ts'
import { askOnAndOn } from './testing/ask-on.ts'
import { useDataFolders } from './testing/data-folders.ts'
import { freshDatabase, openTestDb } from './testing/databases.ts'
import { isLong } from './testing/effort.ts'
import { listenOnLoopback } from './testing/loopback.ts'
import { startDeafPooler, startRefusingPooler } from './testing/pretend-pooler.ts'
import { outcomeOf, startScript } from './testing/script.ts'
import { urlOf } from './testing/server-process.ts'
import { sharedByTests } from './testing/shared-worlds.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { type AtEnd } from './testing/world.ts'

const folders = useDataFolders()

/** `address` is from the ready line, or null if the process ended before; `said` returns the output so far. */
function run(env: Record<string, string>, atEnd: AtEnd = onTestFinished) {
  const child = startScript('main.ts', { PORT: '0', ...env })
  atEnd(async () => void child.kill('SIGKILL'))
  const address = Promise.withResolvers<string | null>()
  let seen = ''
  child.stdout.on('data', (chunk) => {
    seen += chunk
    const found = /^Tengrand is ready at (\S+)$/m.exec(seen)?.[1]
    if (found !== undefined) address.resolve(found)
  })
  const ended = outcomeOf(child)
  void ended.then(() => address.resolve(null))
  return { process: child, address: address.promise, said: () => seen.split('\n'), ended }
}

/** A database of the tests' PostgreSQL, for tests that do not need the embedded one. */
const ownDatabase = async (atEnd?: AtEnd) => ({
  DATABASE_URL: urlOf(await freshDatabase()),
  DATA_DIR: await tempFolder(atEnd),
})

test('a signal during the start ends it as well', async () => {
  const connection = await freshDatabase('empty')
  const product = run({ DATABASE_URL: urlOf(connection), DATA_DIR: await tempFolder() })
  // The first output says that the database is prepared; the rest of the start follows.
  await once(product.process.stdout, 'data')
  product.process.kill('SIGINT')
  expect(await product.ended).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Prepared the database/),
  })
})

/** Settings of a server that listens for other machines. */
const openToAll = { HOST: '0.0.0.0', DRAIN_SECONDS: '0' }

/** Two servers started at the same time on an empty database. */
const two = sharedByTests(async (atEnd) => {
  const connection = await freshDatabase('empty')
  const DATA_DIR = await tempFolder(atEnd)
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR, ...openToAll }
  return { connection, products: [run(env, atEnd), run(env, atEnd)] as const }
})

test('two apps that start at the same moment on one database both serve, and it is migrated once', async () => {
  const { connection, products } = await two()
  for (const product of products) {
    const address = await product.address
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  }
  const db = openDb(connection)
  const [row] = await db.query<{ count: number }>('select count(*)::int as count from installation')
  await db.close()
  expect(row?.count).toBe(1)
  // The node that migrates prints so before it is ready, and both become ready.
  const prepared = products.filter(({ said }) => said().includes('Prepared the database.'))
  expect(prepared).toHaveLength(1)
  // A later test ends the first server.
  const [, second] = products
  second.process.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
})

/** A running server for each drain pause in seconds. */
const listening = {
  0: async () => (await two()).products[0],
  1: sharedByTests(async (atEnd) =>
    run({ ...(await ownDatabase(atEnd)), ...openToAll, DRAIN_SECONDS: '1' }, atEnd),
  ),
}

test('who listens for other machines without saying under which address is told what is missing', async () => {
  const product = await listening[0]()
  await product.address
  await expect
    .poll(() => product.said().join('\n'))
    .toContain('when PUBLIC_URL is set to the address they use')
})

test.each(isLong ? ([0, 1] as const) : ([0] as const))(
  'none of 20 clients is reset when it is told to end, with DRAIN_SECONDS=%s',
  async (seconds) => {
    const product = await listening[seconds]()
    const address = (await product.address) ?? ''
    let answered = 0
    const clients = Array.from({ length: 20 }, () =>
      askOnAndOn(`${address}/api/current-price/AAPL`, () => (answered += 1)),
    )
    await expect.poll(() => answered, { timeout: 20_000, interval: 5 }).toBeGreaterThan(200)
    product.process.kill('SIGTERM')
    expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']))
    expect(await product.ended).toMatchObject({ code: 0, complaint: '' })
  },
)

/** Signs up over HTTP and trades, retrying with one idempotency key until the outcome of the order is known. */
async function learnerAt(address: string | null) {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const who = { email: 'a@school.example', password: 'correct horse battery' }
  const { token } = (await (await post('/identity/sign-up/email', who)).json()) as { token: string }
  const refusals: unknown[] = []
  const headers = { authorization: `Bearer ${token}` }
  const buy = async (): Promise<void> => {
    const key = { 'idempotency-key': randomUUID() }
    for (;;) {
      const quote = await fetch(`${address}/api/current-price/LYFT`)
      const { ask: price } = (await quote.json()) as { ask: number }
      const order = { ticker: 'LYFT', quantity: 1, price }
      const answer = await post('/api/buy', order, { ...headers, ...key })
      if (answer.status === 200) return
      refusals.push(((await answer.json()) as { code: unknown }).code)
      // Stays within the rate limit of trades.
      await sleep(600)
    }
  }
  const shares = async (): Promise<unknown> => {
    const answer = await fetch(`${address}/api/portfolio`, { headers })
    const { holdings } = (await answer.json()) as { holdings: { quantity: number }[] }
    return holdings[0]?.quantity
  }
  return { buy, shares, refusals }
}

/** A server with an embedded PostgreSQL, which a test kills; afterwards the server still ends normally. */
const onEarlier = sharedByTests(async (atEnd) => {
  const dataDir = await folders.made('earlier')
  return { dataDir, product: run({ DATA_DIR: dataDir }, atEnd) }
})

const killsInAll = isLong ? 3 : 1

test('its PostgreSQL can be killed: calls are refused meanwhile and then go on, and no trade is lost or made twice', async () => {
  const { dataDir, product } = await onEarlier()
  const address = await product.address
  const { buy, shares, refusals } = await learnerAt(address)
  const reasons = new Set<unknown>()
  const ready = async () => {
    const answer = (await (await fetch(`${address}/readyz`)).json()) as Record<string, unknown>
    if ('reason' in answer) reasons.add(answer['reason'])
    return answer
  }
  let bought = 0
  for (let kills = 1; kills <= killsInAll; kills += 1) {
    const pid = await postmasterPid(join(dataDir, 'postgres'))
    const orders = Array.from({ length: 5 }, () => buy().then(() => (bought += 1)))
    killAll([pid])
    await expect.poll(ready, { timeout: 20_000 }).toMatchObject({ status: 503 })
    await expect.poll(ready, { timeout: 30_000 }).toEqual({ status: 'ready' })
    await Promise.all(orders)
    expect(bought).toBe(kills * 5)
  }
  expect(await shares()).toBe(killsInAll * 5)
  expect(new Set(refusals)).toEqual(new Set(['unavailable']))
  expect([...reasons]).toContain('database')
})

test.each([
  ['an empty folder', 'SIGINT', async () => run({ DATA_DIR: folders.empty('new') })],
  ['the folder of an earlier start', 'SIGTERM', async () => (await onEarlier()).product],
] as const)('starts on %s and ends at %s', async (_which, signal, start) => {
  const product = await start()
  const address = await product.address
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${address}/config.json`)).json()).toEqual({
    identity: { kind: 'embedded', google: false, signUp: 'open', allowedDomains: [] },
    market: 'simulated',
    marketHours: 'always',
    lessonMinutes: [10, 20, 40, 60, 90],
    guests: true,
    proWaitlistUrl: '/waitlist',
  })
  product.process.kill(signal)
  expect(await product.ended).toMatchObject({ code: 0, complaint: '' })
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
})

/**
 * Two starts in production without SMTP: the first server is killed right after it answers a password reset request,
 * the second has a drain pause.
 */
const startedTwice = sharedByTests(async (atEnd) => {
  const folder = await tempFolder(atEnd)
  const env = {
    DATABASE_URL: urlOf(await freshDatabase()),
    DATA_DIR: folder,
    NODE_ENV: 'production',
    DRAIN_SECONDS: '0',
    PUBLIC_URL: 'https://tengrand.example',
    IDENTITY_SECRET: 'a secret that is long enough for production',
    LOG_LEVEL: 'silent',
  }
  const [killed, killedReady] = await readyOf(run(env, atEnd))
  const post = async (path: string, body: object) =>
    fetch(`${await killed.address}/identity${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const email = 'ada@school.example'
  await post('/sign-up/email', { email, password: 'correct horse battery' })
  const { status } = await post('/request-password-reset', { email })
  killed.process.kill('SIGKILL')
  await killed.ended
  const [next, nextReady] = await readyOf(run({ ...env, DRAIN_SECONDS: '300' }, atEnd))
  const outbox = join(folder, 'outbox')
  return { starts: [killed, next], next, ready: [killedReady, nextReady], status, outbox }
})

async function readyOf(product: ReturnType<typeof run>) {
  const answer = await fetch(`${await product.address}/readyz`)
  return [product, { status: answer.status, body: await answer.json() }] as const
}

// Concurrent, because these tests mostly wait.
test.concurrent('in production without SMTP every start says what is missing and where the messages are', async ({
  expect: expectHere,
}) => {
  const { starts, ready, outbox } = await startedTwice()
  const works = { status: 200, body: { status: 'ready', warnings: ['mail'] } }
  expectHere(ready).toEqual([works, works])
  for (const { said } of starts) {
    await expectHere
      .poll(said)
      .toContain(
        `SMTP_URL is not set: password resets cannot be delivered, their messages lie in ${outbox}.`,
      )
  }
})

test.concurrent('a reset is not lost when the process is killed right after the answer', async ({
  expect: expectHere,
}) => {
  const { status, outbox } = await startedTwice()
  expectHere(status).toBe(200)
  const messages = () => readdir(outbox).catch(() => [])
  await expectHere.poll(messages, { timeout: 40_000 }).toHaveLength(1)
})

test.concurrent('a signal ends a start that waits for another node', async ({
  expect: expectHere,
  onTestFinished: atEnd,
}) => {
  const connection = await freshDatabase('empty')
  const other = openDb(connection)
  atEnd(() => other.close())
  const lock = await other.tryLock(7_264_001)
  const product = run({ DATABASE_URL: urlOf(connection), DATA_DIR: await tempFolder(atEnd) }, atEnd)
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'"
  await expectHere
    .poll(async () => (await other.query(waiting)).length, { timeout: 20_000 })
    .toBe(1)
  product.process.kill('SIGINT')
  expectHere((await product.ended).code).toBe(1)
  await lock?.close()
})

test.concurrent('a PostgreSQL that cannot be started again ends the product with a line and exit code 1', async ({
  expect: expectHere,
  onTestFinished: atEnd,
}) => {
  const dataDir = await folders.made('broken postgres')
  const product = run({ DATA_DIR: dataDir }, atEnd)
  const address = await product.address
  await writeFile(join(dataDir, 'postgres/global/pg_control'), 'nonsense')
  killAll([await postmasterPid(join(dataDir, 'postgres'))])
  const ready = async () => (await fetch(`${address}/readyz`)).json()
  await expectHere.poll(ready, { timeout: 30_000 }).toMatchObject({ reason: 'database' })
  const { code, complaint } = await product.ended
  expectHere(code).toBe(1)
  expectHere(complaint).toMatch(
    /^The embedded PostgreSQL does not stay up: 5 starts in a row have failed\. .+ Its log is /,
  )
})

test('says at once that it is leaving, and answers for the pause; a second signal ends the pause', async () => {
  const { next: product } = await startedTwice()
  const address = await product.address
  product.process.kill('SIGTERM')
  const ready = async () => (await fetch(`${address}/readyz`)).json()
  await expect.poll(ready, { timeout: 10_000 }).toMatchObject({ status: 503, reason: 'leaving' })
  const price = await fetch(`${address}/api/current-price/AAPL`)
  expect([price.status, price.headers.get('connection')]).toEqual([200, 'close'])
  // A second signal within a second counts as the same signal, forwarded by npm.
  product.process.kill('SIGTERM')
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  const again = setInterval(() => product.process.kill('SIGTERM'), 200)
  onTestFinished(() => clearInterval(again))
  expect(await product.ended).toMatchObject({ code: 0, complaint: '' })
})

const takenPort = async () => String(await listenOnLoopback(createServer()))

async function fileInTheWay(): Promise<string> {
  const file = join(await tempFolder(), 'file')
  await writeFile(file, '')
  return join(file, 'data')
}

test.each([
  [
    'a taken port',
    async () => ({ PORT: await takenPort(), ...(await ownDatabase()) }),
    /^Port \d+ is already in use\./,
  ],
  [
    'a taken port for the metrics',
    async () => ({ METRICS_PORT: await takenPort() }),
    /^Port \d+ is already in use\. .+ METRICS_PORT .+\.$/,
  ],
  [
    'a bad variable',
    async () => ({ PORT: 'http' }),
    /^PORT must be a whole number from 0 to 65535\.$/,
  ],
  [
    'a foreign address',
    async () => ({ HOST: '192.0.2.1', ...(await ownDatabase()) }),
    /^HOST 192\.0\.2\.1 is not an address/,
  ],
])('%s ends in one clear sentence and exit code 1', async (_case, env, sentence) => {
  const { code, complaint } = await run(await env()).ended
  expect(code).toBe(1)
  expect(complaint.trimEnd()).toMatch(sentence)
  expect(complaint.trimEnd().split('\n')).toHaveLength(1)
})

// Without a process, because the tests above cover the printed line and the exit code.
test.each([
  [
    'the public port for the metrics',
    async () => ({ PORT: '3000', METRICS_PORT: '3000' }),
    /^METRICS_PORT must be another port than PORT\.$/,
  ],
  [
    'a folder below a file',
    async () => ({ DATA_DIR: await fileInTheWay() }),
    /^The data folder .+ cannot be written to .+\.$/,
  ],
  [
    'a folder that nobody can make',
    async () => ({ DATA_DIR: '/proc/tengrand/data' }),
    /^The data folder .+ cannot be written to .+\.$/,
  ],
  [
    'a database that is not there',
    async () => ({ DATABASE_URL: urlOf({ ...(await freshDatabase()), database: 'nowhere' }) }),
    /^There is no database nowhere .+\.$/,
  ],
  [
    'a database that does not answer',
    async () => ({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' }),
    /^The database at 127\.0\.0\.1:1 \(DATABASE_URL\) does not answer\.$/,
  ],
  [
    'an address with several hosts',
    async () => ({ DATABASE_URL: 'postgres://me:hunter2@a:5432,b:5432/x' }),
    /^DATABASE_URL takes the address of one host, and this one names several\. [^,@]+\.$/,
  ],
  [
    'several hosts in the query of an address',
    async () => ({
      DATABASE_URL: urlOf(await freshDatabase()),
      DATABASE_DIRECT_URL: 'postgres:///x?host=a,b',
    }),
    /^DATABASE_DIRECT_URL takes the address of one host, /,
  ],
  [
    'a direct address alone',
    async () => ({ DATABASE_DIRECT_URL: urlOf(await freshDatabase()) }),
    /^DATABASE_DIRECT_URL needs DATABASE_URL beside it\.$/,
  ],
  [
    'a database that only reads, as a replica',
    async () => ({ DATABASE_URL: urlOf(await readOnlyDatabase()) }),
    /^The database at .+ \(DATABASE_URL\) only reads: it is a replica, or was set so\. /,
  ],
  [
    'a pooler that refuses a setting',
    async () => ({ DATABASE_URL: `postgres://me@127.0.0.1:${await startRefusingPooler()}/x` }),
    /^DATABASE_URL leads to a connection pooler .+ set DATABASE_DIRECT_URL to an address /,
  ],
  [
    'a pooler that loses notifications',
    async () => ({ DATABASE_URL: await deafAddress(await freshDatabase()) }),
    /^DATABASE_URL leads to a connection pooler .+ set DATABASE_DIRECT_URL to an address /,
  ],
  [
    'a direct address that leads to a pooler',
    async () => {
      const connection = await freshDatabase()
      return {
        DATABASE_URL: urlOf(connection),
        DATABASE_DIRECT_URL: await deafAddress(connection),
      }
    },
    /^DATABASE_DIRECT_URL leads to a connection pooler .+ Set it to an address /,
  ],
  [
    'a direct address of another database',
    async () => ({
      DATABASE_URL: urlOf(await freshDatabase()),
      DATABASE_DIRECT_URL: urlOf(await freshDatabase()),
    }),
    /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases\.$/,
  ],
])('%s is a problem of the start, in one clear sentence', async (_case, env, sentence) => {
  await using closing = new AsyncDisposableStack()
  const given = await env()
  const say = () => undefined
  const open = async () => openDatabase({ config: readConfig(given), say, onLost: say, closing })
  const problem: unknown = await open().catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(StartProblem)
  expect((problem as StartProblem).message).toMatch(sentence)
})

async function readOnlyDatabase() {
  const connection = await freshDatabase()
  const db = openTestDb(connection)
  await db.query(`alter database ${connection.database} set default_transaction_read_only = on`)
  return connection
}

async function deafAddress(connection: ConnectionParts): Promise<string> {
  const port = await startDeafPooler(connection)
  return `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`
}
