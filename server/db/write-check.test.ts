// Readiness while the database answers but accepts no writes, on real databases.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { useDataFolders } from '../testing/data-folders.ts'
import { freshDatabase, openFreshDb, openTestDb } from '../testing/databases.ts'
import { signUp } from '../testing/learner.ts'
import { createWorld, type World } from '../testing/world.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start.ts'
import type { Db } from './handle.ts'
import { createWriteCheck } from './write-check.ts'

const run = promisify(execFile)
const folders = useDataFolders()
const no = (): boolean => false
const patience = { timeout: 20_000, interval: 50 }

/** Freezes the clock that the write check uses for the age of its last result. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Calls `/readyz` after the last result has expired. */
function readiness({ app }: Pick<World, 'app'>) {
  vi.advanceTimersByTime(5_000)
  return app.inject('/readyz')
}

test('a database that only reads is not ready, and says so in one word', async () => {
  holdTime()
  const connection = await freshDatabase()
  const world = await createWorld({ connection })
  const { app } = world
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  const admin = openTestDb(connection)
  const { database } = connection as { database: string }
  await admin.query(`alter database ${database} set default_transaction_read_only = on`)
  const others = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
  await admin.query(`${others} and pid <> pg_backend_pid()`, [database])
  await expect
    .poll(async () => (await readiness(world)).json(), patience)
    .toMatchObject({ status: 503, code: 'unavailable', reason: 'writes' })
  const refused = await app.inject({
    method: 'POST',
    url: '/identity/sign-up/email',
    payload: { email: 'late@school.example', password: 'correct horse battery' },
  })
  expect(refused.json()).toMatchObject({ status: 503, code: 'unavailable' })
})

test('watchers who ask often do not make it write more often', async () => {
  const db = await openFreshDb()
  let looks = 0
  const transaction: Db['transaction'] = (work) => {
    looks += 1
    return db.transaction(work)
  }
  const check = createWriteCheck({ ...db, transaction })
  await Promise.all(Array.from({ length: 50 }, check))
  await check()
  expect(looks).toBe(1)
})

const mount = (folder: string) =>
  run('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs', folder])
const unmount = (folder: string) => run('umount', ['-l', folder]).then(() => undefined)

// Registered only where a small disk can be mounted: by root, and not in every container.
describe.each((await canMount()) ? ['a full disk'] : [])('%s', () => {
  test('is not ready until there is room again, and calls are refused, not broken', async () => {
    holdTime()
    const disk = join(folders.root(), 'disk')
    await mkdir(disk)
    await mount(disk)
    onTestFinished(() => unmount(disk))
    const dataDir = await folders.made('disk/data')
    const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
    onTestFinished(() => postgres.stop())
    const world = await createWorld({ connection: postgres.connection })
    const { app, db } = world
    const learner = await signUp(app)
    expect((await app.inject('/readyz')).statusCode).toBe(200)

    const ballast = join(disk, 'ballast')
    await fill(ballast)
    await expect
      .poll(async () => (await readiness(world)).json(), patience)
      .toMatchObject({ status: 503, code: 'unavailable', reason: 'writes' })
    const { ask: price } = (await app.inject('/api/current-price/LYFT')).json()
    const orders = Array.from({ length: 200 }, () =>
      learner.post('/api/buy', { ticker: 'LYFT', quantity: 1, price }),
    )
    const answers = (await Promise.all(orders)).map((answer) => answer.json().code ?? 'bought')
    // Trades use up the free space of existing pages; then calls are refused, and nothing breaks.
    expect(answers.filter((answer) => !['bought', 'unavailable'].includes(answer))).toEqual([])
    expect(answers).toContain('unavailable')

    await rm(ballast)
    await expect.poll(async () => (await readiness(world)).statusCode, patience).toBe(200)
    const bought = answers.filter((answer) => answer === 'bought').length
    expect(await db.query('select count(*)::int as trades from trade')).toEqual([
      { trades: bought },
    ])
  })
})

async function canMount(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-mount-'))
  const isMounted = await mount(folder).then(() => true, no)
  if (isMounted) await unmount(folder)
  await rmdir(folder)
  return isMounted
}

async function fill(path: string): Promise<void> {
  await using file = await open(path, 'w')
  const block = Buffer.alloc(65_536)
  for (const size of [65_536, 4_096]) {
    const write = () => file.write(block, 0, size).then(({ bytesWritten }) => bytesWritten > 0, no)
    // oxlint-disable-next-line no-await-in-loop
    while (await write());
  }
}
