// Starting and stopping the embedded database by the app and its commands, with real processes.
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { ask, postmasterPid, serverProcesses } from '../../testing/app-process.ts'
import { useDataFolders } from '../../testing/data-folders.ts'
import { isAlive } from './processes.ts'
import type { ConnectionParts } from '../handle.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './start.ts'
import { until } from './until.ts'

const folders = useDataFolders()

async function start(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  onTestFinished(() => postgres.stop())
  return postgres
}

async function joinAsTool(dataDir: string) {
  const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  onTestFinished(() => postgres.stop())
  return postgres
}

describe('a server of our own', () => {
  let own: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  let ownData = ''
  let runDir = ''

  // One server for all tests of a running server: with a long path, a full log, and a folder for its socket.
  beforeAll(async () => {
    runDir = await mkdtemp('/tmp/run-')
    await chmod(runDir, 0o755)
    ownData = await folders.made(`a deep folder/${'more and more '.repeat(12)}/data`)
    await writeFile(join(ownData, 'postgres.log'), 'x'.repeat(10 * 1024 * 1024))
    vi.stubEnv('TMPDIR', runDir)
    own = await startEmbeddedPostgres({ dataDir: ownData, say: () => undefined }).finally(() =>
      vi.unstubAllEnvs(),
    )
  })

  afterAll(async () => {
    await own?.stop()
    await rm(runDir, { recursive: true })
  })

  test('has its socket in the folder that TMPDIR names', () => {
    expect(own.connection).toMatchObject({
      host: expect.stringContaining(`${runDir}/tengrand-pg-`),
    })
  })

  test('is durable, private, and speaks UTF-8 and UTC', async () => {
    const { connection } = own
    const found = await ask<Record<string, string>>(
      connection,
      `select json_object_agg(name, setting) as settings from pg_settings where name in ('fsync',
        'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'TimeZone',
        'server_encoding', 'max_connections')`,
    )
    expect(found?.['settings']).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: '',
      TimeZone: 'UTC',
      server_encoding: 'UTF8',
      max_connections: '100',
    })
    expect(
      await ask(
        connection,
        `select datlocprovider, datlocale, rolsuper from pg_database
          join pg_roles on rolname = current_user where datname = current_database()`,
      ),
    ).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8', rolsuper: false })
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
  })

  test('starts in a deep folder with spaces in its name, by a short socket', async () => {
    const { connection } = own
    expect(ownData.length).toBeGreaterThan(150)
    expect(`${connection.host}/.s.PGSQL.5432`.length).toBeLessThanOrEqual(103)
    expect(await ask(connection, 'select 1 as one')).toEqual({ one: 1 })
  })

  test('bounds its log', async () => {
    const file = join(ownData, 'postgres.log')
    expect((await stat(file)).size).toBeLessThan(10_000)
    expect((await stat(`${file}.1`)).size).toBe(10 * 1024 * 1024)
  })

  test('keeps what it is given, and leaves nothing running when it is stopped, once or twice', async () => {
    const dataDir = await folders.made('stopped')
    const first = await start(dataDir)
    // Enough rows that the final write takes a moment, which the stop must wait for.
    await ask(
      first.connection,
      'create table kept as select 42 as answer from generate_series(1, 300000)',
    )
    const pid = await postmasterPid(join(dataDir, 'postgres'))
    await Promise.all([first.stop(), first.stop()])
    expect(await isAlive(pid)).toBe(false)
    expect(await serverProcesses(join(dataDir, 'postgres'))).toEqual([])
    await expect(stat(first.connection.host)).rejects.toThrow('ENOENT')
    const second = await start(dataDir)
    expect(await ask(second.connection, 'select * from kept limit 1')).toEqual({ answer: 42 })
    await first.stop()
    expect(await ask(second.connection, 'select * from kept limit 1')).toEqual({ answer: 42 })
  })

  test('goes on when Ctrl-C reaches the app and its process group', async () => {
    const app = folders.app(await folders.made('interrupted'), { task: 'write' })
    await app.told('row')
    app.killGroup('SIGINT')
    await app.told('interrupted')
    const count = app.lines.length
    await expect(until(async () => app.lines.length > count + 50 || undefined, 10_000))
      .resolves //
      .toBe(true)
    app.kill('SIGTERM')
    await app.told('stopped')
  })
})

describe('one app on a folder', () => {
  test('the second is refused in words, and the first does not notice', async () => {
    const dataDir = await folders.made('refused')
    const first = folders.app(dataDir)
    const connection = await first.connection()
    await expect(start(dataDir)).rejects.toThrow(
      `Another Tengrand is already running on ${dataDir} (process ${first.pid}). Stop it first or set another DATA_DIR.`,
    )
    expect(await ask(connection, 'select 1 as one')).toEqual({ one: 1 })
  })

  test.each([
    ['an empty folder', () => folders.empty('both'), 2],
    ['a made one', () => folders.made('all'), 4],
  ])('of those that start at the same instant on %s, one wins', async (_, folder, count) => {
    const dataDir = await folder()
    const apps = Array.from({ length: count }, () => folders.app(dataDir))
    const outcomes = await Promise.all(
      apps.map((app) => Promise.any([app.told('ready'), app.told('problem')])),
    )
    const winner = outcomes.findIndex((line) => line.includes('"host"'))
    const refusal = `Another Tengrand is already running on ${dataDir} (process ${apps[winner]?.pid})`
    expect(outcomes.filter((line) => line.includes(refusal))).toHaveLength(count - 1)
    const connection = JSON.parse(outcomes[winner] ?? '') as ConnectionParts
    expect(await ask(connection, 'select 1 as one')).toEqual({ one: 1 })
  })

  test('the claim outlives a crash inside PostgreSQL', async () => {
    const dataDir = await folders.made('crashed inside')
    const app = folders.app(dataDir)
    const connection = await app.connection()
    const [victim, bystander] = [new pg.Client(connection), new pg.Client(connection)]
    for (const client of [victim, bystander]) {
      client.on('error', () => undefined)
      await client.connect()
    }
    const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
    // PostgreSQL ends all sessions once it notices the crash; until then the old lock would still be found.
    const noticed = new Promise<void>((resolve) => bystander.once('end', resolve))
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
    await noticed
    const claimed = async () =>
      ask<{ held: boolean }>(
        { ...connection, database: 'postgres' },
        `select exists (select from pg_locks where locktype = 'advisory' and objid = 1) as held`,
      ).then(
        (row) => row?.held || undefined,
        () => undefined,
      )
    expect(await until(claimed, 20_000)).toBe(true)
    await expect(start(dataDir)).rejects.toThrow(`(process ${app.pid})`)
  })
})

describe('tools', () => {
  test('join the running app and leave it running', async () => {
    const dataDir = await folders.made('joined')
    const app = await start(dataDir)
    const tool = await joinAsTool(dataDir)
    expect(tool.connection).toEqual(app.connection)
    await tool.stop()
    expect(await ask(app.connection, 'select 1 as one')).toEqual({ one: 1 })
  })

  test('start the server when none runs, and the last one stops it', async () => {
    const dataDir = await folders.made('tools')
    const first = await joinAsTool(dataDir)
    const second = await joinAsTool(dataDir)
    await first.stop()
    expect(await ask(second.connection, 'select 1 as one')).toEqual({ one: 1 })
    await second.stop()
    expect(await serverProcesses(join(dataDir, 'postgres'))).toEqual([])
  })

  test('are waited for by an app, which then has a server of its own', async () => {
    const dataDir = await folders.made('waiting')
    const tool = folders.app(dataDir, { task: 'tool' })
    await tool.told('ready')
    const before = await postmasterPid(join(dataDir, 'postgres'))
    const app = folders.app(dataDir)
    await app.told('say Restarting')
    expect(await isAlive(before)).toBe(true)
    tool.kill('SIGTERM')
    await tool.told('stopped')
    expect(dirname((await app.connection()).host)).toBe('/tmp')
    expect(await postmasterPid(join(dataDir, 'postgres'))).not.toBe(before)
  })
})
