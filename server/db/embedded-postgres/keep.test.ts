// Restarts of a PostgreSQL server that dies while the app runs.
import { rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import type { StartProblem } from '../../errors.ts'
import { ask, guardOf, killAll, postmasterPid, serverProcesses } from '../../testing/app-process.ts'
import { useDataFolders } from '../../testing/data-folders.ts'
import type { Persistence } from './keep.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './start.ts'
import { until } from './until.ts'

const folders = useDataFolders()

const hasty: Persistence = { firstPauseMs: 10, longestPauseMs: 50, startsMax: 5, lastedMs: 600_000 }

async function start(name: string, persistence = hasty) {
  const dataDir = await folders.made(name)
  const said: string[] = []
  const givenUp = Promise.withResolvers<StartProblem>()
  const postgres = await startEmbeddedPostgres({
    dataDir,
    say: (line) => void said.push(line),
    onGivenUp: givenUp.resolve,
    persistence,
  })
  onTestFinished(() => postgres.stop())
  const pgdata = join(dataDir, 'postgres')
  const kill = async () => killAll([await postmasterPid(pgdata)])
  const hasSaid = async (words: string) =>
    expect(
      await until(async () => said.some((line) => line.includes(words)) || undefined, 30_000),
    ).toBe(true)
  return { ...postgres, dataDir, pgdata, said, kill, hasSaid, givenUp: givenUp.promise }
}

type Started = Awaited<ReturnType<typeof start>>

/** The stored number once the server answers, which identifies the original data. */
async function answering({ connection, pgdata }: Started): Promise<number | undefined> {
  const isThere = () =>
    ask<{ stored: number }>(connection, 'select * from stored').then(
      (row) => row?.stored,
      () => undefined,
    )
  expect(await until(isThere, 30_000)).toBe(42)
  return postmasterPid(pgdata)
}

/** Kills the server and waits for the given number of restarts. */
async function killAndWait({ kill, said }: Started, times: number): Promise<void> {
  await kill()
  const count = () => said.filter((line) => line.includes('runs again')).length
  expect(await until(async () => count() === times || undefined, 30_000)).toBe(true)
}

async function expectStopped(postgres: Started): Promise<void> {
  await postgres.stop()
  expect(await serverProcesses(postgres.pgdata)).toEqual([])
  await expect(stat(postgres.connection.host)).rejects.toThrow('ENOENT')
}

test('it is started again at the same place, guarded and claimed, as often as it is killed', async () => {
  const postgres = await start('killed')
  await ask(postgres.connection, 'create table stored as select 42 as stored')
  const seen = new Set([await answering(postgres)])
  for (const times of [1, 2, 3]) {
    await killAndWait(postgres, times)
    seen.add(await answering(postgres))
  }
  expect(seen.size).toBe(4)
  await guardOf(await postmasterPid(postgres.pgdata))
  const { dataDir } = postgres
  await expect(startEmbeddedPostgres({ dataDir, say: () => undefined })).rejects.toThrow(
    `Another Tengrand is already running on ${dataDir} (process ${process.pid}).`,
  )
  await expectStopped(postgres)
})

test('it is given up after five starts that failed, with the reason', async () => {
  const postgres = await start('broken')
  await writeFile(join(postgres.pgdata, 'global/pg_control'), 'nonsense')
  await postgres.kill()
  const { message } = await postgres.givenUp
  expect(message).toMatch(
    /^The embedded PostgreSQL does not stay up: 5 starts in a row have failed\. PostgreSQL could not be started on /,
  )
  expect(message).toContain(`Its log is ${postgres.dataDir}/postgres.log`)
  await expectStopped(postgres)
})

test('one that dies soon after each start is given up as well', async () => {
  const postgres = await start('short lives', { ...hasty, startsMax: 2 })
  await ask(postgres.connection, 'create table stored as select 42 as stored')
  for (const times of [1, 2]) await killAndWait(postgres, times)
  await postgres.kill()
  expect((await postgres.givenUp).message).toContain('2 starts in a row have failed')
})

test('one that has lasted is no failure, so that the count begins anew', async () => {
  const postgres = await start('long lives', { ...hasty, startsMax: 1, lastedMs: 0 })
  await ask(postgres.connection, 'create table stored as select 42 as stored')
  for (const times of [1, 2, 3]) await killAndWait(postgres, times)
  expect(await answering(postgres)).toBeGreaterThan(0)
})

test('an end does not wait for the next start', async () => {
  const postgres = await start('ended', {
    ...hasty,
    firstPauseMs: 600_000,
    longestPauseMs: 600_000,
  })
  await postgres.kill()
  await postgres.hasSaid('PostgreSQL has ended')
  await postgres.stop()
  expect(await serverProcesses(postgres.pgdata)).toEqual([])
})

test('an end in the middle of a start leaves nothing running', async () => {
  const postgres = await start('ended while starting')
  await postgres.kill()
  await postgres.hasSaid('PostgreSQL has ended')
  await expectStopped(postgres)
})

test('a tool that has started one in the meantime is waited for', async () => {
  const postgres = await start('tool', { ...hasty, firstPauseMs: 2_000, longestPauseMs: 2_000 })
  await ask(postgres.connection, 'create table stored as select 42 as stored')
  await postgres.kill()
  await postgres.hasSaid('PostgreSQL has ended')
  const { dataDir } = postgres
  const tool = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  await postgres.hasSaid('Restarting the PostgreSQL')
  await tool.stop()
  expect(await answering(postgres)).toBeGreaterThan(0)
})

test('a folder that has gone is not made anew, which would be an empty database', async () => {
  const postgres = await start('gone')
  await rename(postgres.pgdata, `${postgres.pgdata}-elsewhere`)
  const pid = await postmasterPid(`${postgres.pgdata}-elsewhere`)
  killAll([pid])
  await postgres.givenUp
  await expect(stat(postgres.pgdata)).rejects.toThrow('ENOENT')
})
