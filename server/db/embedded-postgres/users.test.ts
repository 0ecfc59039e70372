// The embedded PostgreSQL started as root, where it runs as another user, and as an ordinary user.
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import {
  ask,
  guardOf,
  killAll,
  postmasterPid,
  run,
  type AppOptions,
} from '../../testing/app-process.ts'
import { copyCheckout, type CheckoutCopy } from '../../testing/checkout-copy.ts'
import { useDataFolders } from '../../testing/data-folders.ts'
import { lastingDir } from './binaries.ts'
import { openToOwner } from './home.ts'
import { ownerFor } from './owner.ts'
import { startEmbeddedPostgres } from './start.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const daemon = { uid: 1, gid: 1 }
const folders = useDataFolders()

async function start(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  onTestFinished(() => postgres.stop())
  return postgres
}

let checkout: CheckoutCopy
/** The folder around the copied checkout, which the tests open and close. */
const home = () => dirname(checkout.folder)

beforeAll(async () => {
  if (!isRoot) return
  // On disk, because some systems forbid running programs from a memory file system.
  const folder = await mkdtemp('/tmp/tengrand-home-')
  checkout = await copyCheckout(join(folder, 'check out'))
})

afterAll(async () => {
  if (isRoot) await rm(home(), { recursive: true, force: true, maxRetries: 5 })
})

describe('an ordinary user', () => {
  /** A folder owned by that user, and the options for running an app as that user. */
  async function ordinary(name: string): Promise<{ folder: string; options: AppOptions }> {
    const folder = folders.empty(name)
    await mkdir(folder)
    if (!isRoot) return { folder, options: {} }
    await chmod(home(), 0o755)
    await chown(folder, nobody.uid, nobody.gid)
    return { folder, options: { checkout, user: nobody } }
  }

  test('has the database in DATA_DIR, in a closed home too', async () => {
    const { folder, options } = await ordinary('closed home')
    await chmod(folder, 0o700)
    const app = folders.app(join(folder, 'data'), options)
    const { host } = await app.connection()
    const pgdata = join(folder, 'data/postgres')
    const { uid } = await stat(pgdata)
    expect(uid).toBe(isRoot ? nobody.uid : process.getuid?.())
    expect((await stat(host)).uid).toBe(uid)
    expect((await readdir(join(folder, 'data'))).toSorted()).toEqual(['postgres', 'postgres.log'])
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
    app.kill('SIGTERM')
    await app.told('stopped')
  })

  test('is told of a folder that cannot be written to', async () => {
    const { folder, options } = await ordinary('closed')
    await chmod(folder, 0o555)
    const problem = await folders.app(join(folder, 'data'), options).problem()
    expect(problem).toMatch(/^The data folder .* cannot be written to \(EACCES.*DATA_DIR\.$/)
  })
})

// These tests are registered only for root, instead of being skipped for other users.
describe.each(isRoot ? ['root'] : [])('%s', () => {
  /** The output of a process of the user `nobody`. */
  async function byNobody(program: string, args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(program, args, { ...nobody, cwd: '/', env: {} })
    return stdout.trim()
  }

  /** Which of socket, files and process a process of the user `nobody` can reach. */
  async function reachOfNobody(dataDir: string, socketDir: string): Promise<object> {
    await chmod(home(), 0o755)
    const knock = `const { connect } = require('node:net')
      connect('${socketDir}/.s.PGSQL.5432', () => console.log('connected')).on('error', ({ code }) => console.log(code)).unref()`
    const pgdata = join(dataDir, 'postgres')
    const look = `cat '${pgdata}/PG_VERSION' 2> /dev/null || echo no`
    const signal = `kill -0 ${await postmasterPid(pgdata)} 2> /dev/null && echo yes || echo no`
    return {
      connects: await byNobody(checkout.node, ['-e', knock]),
      reads: await byNobody('/bin/sh', ['-c', look]),
      signals: await byNobody('/bin/sh', ['-c', signal]),
    }
  }

  const outOfReach = { connects: 'EACCES', reads: 'no', signals: 'no' }

  test('has the database run by a user of its own, whom no process of nobody can speak for', async () => {
    const dataDir = await folders.made('by root')
    const { connection } = await start(dataDir)
    const pid = await postmasterPid(join(dataDir, 'postgres'))
    const { uid } = await stat(`/proc/${pid}`)
    expect([0, nobody.uid]).not.toContain(uid)
    expect((await stat(connection.host)).uid).toBe(uid)
    expect(await reachOfNobody(dataDir, connection.host)).toEqual(outOfReach)
  })

  test("takes over a database that was nobody's, as earlier versions made it, with all that is in it", async () => {
    const dataDir = await folders.made('from before')
    const before = await start(dataDir)
    await ask(before.connection, 'create table kept as select 42 as answer')
    await before.stop()
    await run('chown', ['-R', `${nobody.uid}:${nobody.gid}`, join(dataDir, 'postgres')])
    await chown(dataDir, 0, nobody.gid)
    await chmod(dataDir, 0o710)
    const { connection } = await start(dataDir)
    expect(await ask(connection, 'select * from kept')).toEqual({ answer: 42 })
    expect(await readdir(dataDir)).not.toContain('postgres.path')
    expect(await reachOfNobody(dataDir, connection.host)).toEqual(outOfReach)
  })

  test("replaces a server of nobody's that another run has left, and takes its database over", async () => {
    const dataDir = await folders.made('left')
    await run('chown', ['-R', `${nobody.uid}:${nobody.gid}`, dataDir])
    const app = folders.app(dataDir)
    await app.told('ready')
    const orphan = await postmasterPid(join(dataDir, 'postgres'))
    expect((await stat(`/proc/${orphan}`)).uid).toBe(nobody.uid)
    killAll([await guardOf(orphan), app.pid])
    await app.ended
    await chown(dataDir, 0, 0)
    const { connection } = await start(dataDir)
    expect(await ask(connection, 'select 1 as one')).toEqual({ one: 1 })
    expect(await reachOfNobody(dataDir, connection.host)).toEqual(outOfReach)
  })

  test('makes a data folder that only the one who runs the database gets through, and nobody reads', async () => {
    const dataDir = folders.empty('not there yet')
    const { connection } = await start(dataDir)
    expect(await ask(connection, 'select 1 as one')).toEqual({ one: 1 })
    expect(await readdir(dataDir)).not.toContain('postgres.path')
    expect((await stat(dataDir)).mode & 0o777).toBe(0o710)
  })

  test('finds a folder open that another start has opened since it looked', async () => {
    const dataDir = folders.empty('opened meanwhile')
    await mkdir(dataDir, 0o700)
    const owner = await ownerFor(join(dataDir, 'postgres'), dataDir)
    const opened = [await openToOwner(dataDir, owner), await openToOwner(dataDir, owner)]
    expect(opened).toEqual([true, true])
    expect((await stat(dataDir)).mode & 0o777).toBe(0o710)
  })

  test('may keep the data folder to itself', async () => {
    const dataDir = await folders.made('private')
    await chmod(dataDir, 0o700)
    const { connection } = await start(dataDir)
    expect(await ask(connection, 'select 1 as one')).toEqual({ one: 1 })
    expect(await readdir(dataDir)).not.toContain('postgres.path')
    expect((await stat(dataDir)).mode & 0o007).toBe(0)
  })

  test('can start what belongs to a user, and the user what root has started', async () => {
    const dataDir = await folders.made("a user's")
    await chmod(home(), 0o755)
    await run('chown', ['-R', `${daemon.uid}:${daemon.gid}`, dataDir])
    const byRoot = await start(dataDir)
    expect((await stat(byRoot.connection.host)).uid).toBe(daemon.uid)
    await byRoot.stop()
    await folders.app(dataDir, { checkout, user: daemon }).told('ready')
    expect(await folders.app(dataDir, { checkout, user: nobody }).problem()).toMatch(
      /cannot be written|belongs to another user \(uid 1, this is 65534\)/,
    )
  })

  test('can start a database that root has restored', async () => {
    const dataDir = await folders.made('restored')
    await run('chown', ['-R', '0:0', dataDir])
    const { connection } = await start(dataDir)
    expect(await ask(connection, 'select 1 as one')).toEqual({ one: 1 })
  })

  test('in a closed home: programs and data are kept where the other user can reach them', async () => {
    await chmod(home(), 0o700)
    const dataDir = join(home(), 'my data')
    const versions = [`18.4.0-test-${process.pid}`, `18.4.1-test-${process.pid}`] as const
    onTestFinished(() => removeLasting(dataDir, versions))
    await checkout.setVersion(versions[0])
    const first = folders.app(dataDir, { checkout })
    const said = first.told('say')
    const connection = await first.connection()
    expect(await said).toMatch(
      /^PostgreSQL runs as user \d+, .* the database is kept in \/var\/lib\/tengrand\/my_data-[0-9a-f]{12}\/postgres and its programs are run from \/var\/lib\/tengrand\/binaries-/,
    )
    await ask(connection, 'create table kept as select 42 as answer')
    first.kill('SIGTERM')
    await first.told('stopped')
    await checkout.setVersion(versions[1])
    const second = folders.app(dataDir, { checkout })
    expect(await ask(await second.connection(), 'select * from kept')).toEqual({ answer: 42 })
    const pgdata = (await readFile(join(dataDir, 'postgres.path'), 'utf8')).trim()
    const program = await readFile(`/proc/${await postmasterPid(pgdata)}/cmdline`, 'utf8')
    expect(program).toContain(versions[1])
    second.kill('SIGTERM')
    await second.told('stopped')
  })
})

async function removeLasting(dataDir: string, versions: readonly string[]): Promise<void> {
  const pointer = await readFile(join(dataDir, 'postgres.path'), 'utf8').catch(() => '')
  const copies = versions.map((version) =>
    join(lastingDir, `binaries-${process.platform}-${process.arch}-${version}`),
  )
  const made = pointer.startsWith(`${lastingDir}/`) ? [dirname(pointer.trim())] : []
  await Promise.all(
    [...made, ...copies].map((folder) => rm(folder, { recursive: true, force: true })),
  )
}
