// Problems at the start that an operator can fix, and the leftovers of an interrupted start.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { StartProblem } from '../../errors.ts'
import { killAll, processesWith, serverProcesses } from '../../testing/app-process.ts'
import { useDataFolders } from '../../testing/data-folders.ts'
import { findBinaries } from './binaries.ts'
import { isOurSocketDir } from './socket-dir.ts'
import { startEmbeddedPostgres } from './start.ts'
import { until } from './until.ts'

const folders = useDataFolders()

async function problemOf(dataDir: string): Promise<string> {
  const started = startEmbeddedPostgres({ dataDir, say: () => undefined })
  onTestFinished(() =>
    started.then(
      (postgres) => postgres.stop(),
      () => undefined,
    ),
  )
  const failure = await started.then(
    () => 'it has started',
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(StartProblem)
  return (failure as StartProblem).message
}

describe('a sentence for', () => {
  test('a database of another major version', async () => {
    const dataDir = await folders.made('older')
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    const words = await problemOf(dataDir)
    expect(words).toContain('made by PostgreSQL 17, and this Tengrand brings PostgreSQL 18')
    expect(words).toContain('Back up with the old version (npm run backup -- FILE)')
    expect(words).toContain('restore with the new one (npm run restore -- FILE)')
    expect(words).toContain('set another DATA_DIR')
  })

  test('a folder with something else in it, which stays as it is', async () => {
    const dataDir = folders.empty('stranger')
    await mkdir(join(dataDir, 'postgres/photos'), { recursive: true })
    expect(await problemOf(dataDir)).toContain('holds no PostgreSQL database')
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['photos'])
  })

  test('a data folder that is a file, or below one', async () => {
    const file = folders.empty('file')
    await writeFile(file, '')
    expect(await problemOf(file)).toContain(`The data folder ${file} cannot be written to`)
    expect(await problemOf(join(file, 'data'))).toContain('set another DATA_DIR')
  })

  test('a platform without programs', async () => {
    await expect(findBinaries('plan9', 'mips')).rejects.toThrow(/plan9-mips.*set DATABASE_URL/)
  })

  test('a server that fails, with the end of its log and the place of it', async () => {
    const dataDir = await folders.made('broken')
    await writeFile(join(dataDir, 'postgres/global/pg_control'), 'nonsense')
    const words = await problemOf(dataDir)
    expect(words).toContain(`Its log is ${dataDir}/postgres.log`)
    expect(words).toMatch(/PANIC|FATAL/)
    expect(await serverProcesses(join(dataDir, 'postgres'))).toEqual([])
  })

  test('a database that cannot be made, which leaves no half of one', async () => {
    const dataDir = folders.empty('full')
    // A file size limit simulates a full disk.
    const words = await folders.app(dataDir, { before: 'ulimit -f 300' }).problem()
    expect(words).toContain(`The database could not be made in ${dataDir}/postgres`)
    expect(words).toContain(`Its log is ${dataDir}/postgres.log, which ends with:\n`)
    expect(await readdir(dataDir)).toEqual(['postgres.log'])
  })
})

test('the making of a database can be interrupted at any point', async () => {
  const dataDir = folders.empty('interrupted')
  const halves = async () =>
    (await readdir(dataDir).catch(() => [])).filter((name) => name.includes('.new-'))
  const isHalfMade = async () => {
    const [half = 'none'] = await halves()
    const contents = await readdir(join(dataDir, half, 'global')).catch(() => [])
    return contents.length > 5 || undefined
  }
  const app = folders.app(dataDir)
  expect(await until(isHalfMade, 20_000)).toBe(true)
  // Stops the app, so that it cannot continue while the test looks for its processes.
  app.kill('SIGSTOP')
  const makers = await processesWith(`${dataDir}/postgres.new-`)
  expect(makers).not.toEqual([])
  killAll([app.pid, ...makers])
  await app.ended
  expect(await halves()).toHaveLength(1)
  const again = folders.app(dataDir)
  await again.told('ready')
  expect(await halves()).toEqual([])
})

test('a socket folder that others can write to is not trusted', async () => {
  const folder = folders.empty('socket')
  const uid = process.getuid?.() ?? 0
  await mkdir(folder, { mode: 0o700 })
  expect(await isOurSocketDir(folder, uid)).toBe(true)
  expect(await isOurSocketDir(folder, uid + 1)).toBe(false)
  await mkdir(join(folder, 'open'), { mode: 0o755 })
  expect(await isOurSocketDir(join(folder, 'open'), uid)).toBe(false)
})
