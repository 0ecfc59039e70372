// Kills the app, its guard or PostgreSQL, and checks that nothing is left running and no acknowledged row is lost.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import {
  ask,
  guardOf,
  killAll,
  postmasterPid,
  serverProcesses,
  type AppProcess,
} from '../../testing/app-process.ts'
import { useDataFolders } from '../../testing/data-folders.ts'
import { isLong } from '../../testing/effort.ts'
import { isAlive } from './processes.ts'
import { startEmbeddedPostgres } from './start.ts'
import { until } from './until.ts'

const folders = useDataFolders()
const rounds = isLong ? 20 : 4

async function readyApp(name: string) {
  const dataDir = await folders.made(name)
  const app = folders.app(dataDir)
  await app.told('ready')
  return { dataDir, pgdata: join(dataDir, 'postgres'), app }
}

test('a server whose app is killed is stopped by its guard', async () => {
  const dataDir = await folders.made('guarded')
  const app = folders.app(dataDir)
  const { host } = await app.connection()
  const pgdata = join(dataDir, 'postgres')
  expect(await serverProcesses(pgdata)).not.toEqual([])
  app.kill('SIGKILL')
  const isOver = async () => (await serverProcesses(pgdata)).length === 0 || undefined
  expect(await until(isOver, 20_000)).toBe(true)
  const isTidy = async () => !existsSync(host) || undefined
  expect(await until(isTidy, 20_000)).toBe(true)
})

test('an orphan without a guard is replaced by the next start', async () => {
  const { dataDir, pgdata, app } = await readyApp('orphaned')
  const orphan = await postmasterPid(pgdata)
  process.kill(await guardOf(orphan), 'SIGKILL')
  app.kill('SIGKILL')
  await app.ended
  const said: string[] = []
  const postgres = await startEmbeddedPostgres({ dataDir, say: (line) => void said.push(line) })
  onTestFinished(() => postgres.stop())
  expect(said).toContain(`Restarting the PostgreSQL (process ${orphan}) that another run has left.`)
  expect(await postmasterPid(pgdata)).not.toBe(orphan)
  await postgres.stop()
  expect(await serverProcesses(pgdata)).toEqual([])
})

test('a process that has got the number of a dead server is let alone', async () => {
  const { dataDir, pgdata, app } = await readyApp('recycled')
  const pidFile = await readFile(join(pgdata, 'postmaster.pid'), 'utf8')
  app.kill('SIGTERM')
  await app.ended
  // Runs as the database's user, because PostgreSQL refuses to start if a process of that user has the stale pid.
  const { uid, gid } = await stat(pgdata)
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  const innocent = spawn('sleep', ['600'], { ...user, stdio: 'ignore' })
  onTestFinished(() => void innocent.kill('SIGKILL'))
  const { pid = 0 } = innocent
  await writeFile(join(pgdata, 'postmaster.pid'), pidFile.replace(/^\d+/, String(pid)))
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  await postgres.stop()
  expect(await isAlive(pid)).toBe(true)
})

test('a start waits for the last processes of a killed server', async () => {
  const { dataDir, pgdata, app } = await readyApp('leaving')
  const postmaster = await postmasterPid(pgdata)
  const all = await serverProcesses(pgdata)
  const slow = all.find((pid) => pid !== postmaster) ?? 0
  process.kill(slow, 'SIGSTOP')
  onTestFinished(() => killAll([slow]))
  killAll([await guardOf(postmaster), postmaster, app.pid])
  const next = folders.app(dataDir)
  const isRefused = async () =>
    (await readFile(join(dataDir, 'postgres.log'), 'utf8')).includes('shared memory') || undefined
  expect(await until(isRefused, 20_000)).toBe(true)
  process.kill(slow, 'SIGCONT')
  await next.told('ready')
})

test(
  `no acknowledged row is lost by ${rounds} kills of the writing app`,
  { timeout: 180_000 },
  async () => {
    const dataDir = await folders.made('crash')
    const acknowledged: number[] = []
    const attempt = async (round: number): Promise<void> => {
      if (round === rounds) return
      const app = folders.app(dataDir, { task: 'write' })
      const isWriting = async () => rowsOf(app).length >= 20 || undefined
      expect(await until(isWriting, 20_000, 5)).toBe(true)
      await killIn(round, app, join(dataDir, 'postgres'))
      acknowledged.push(...rowsOf(app))
      await attempt(round + 1)
    }
    await attempt(0)
    const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
    const found = await ask<{ ids: number[] }>(
      postgres.connection,
      'select json_agg(id) as ids from crash_test',
    )
    const stored = new Set(found?.ids)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * 20)
    await postgres.stop()
    expect(await serverProcesses(join(dataDir, 'postgres'))).toEqual([])
  },
)

/** Kills by round: the app; the app and its guard; and PostgreSQL too, its postmaster or all of its processes. */
async function killIn(round: number, app: AppProcess, pgdata: string): Promise<void> {
  const postmaster = await postmasterPid(pgdata)
  const guard = await guardOf(postmaster)
  const all = await serverProcesses(pgdata)
  const victims = [[], [guard], [guard, postmaster], [guard, ...all]]
  killAll([...(victims[round % 4] ?? []), app.pid])
  await app.ended
}

function rowsOf(app: AppProcess): number[] {
  return app.lines.flatMap((line) => (/^row \d+$/.test(line) ? [Number(line.slice(4))] : []))
}
