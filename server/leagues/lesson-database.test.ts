// A lesson whose database is killed and started again: it goes on, nothing acknowledged is lost, nothing happens twice, and
// its proof holds.
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { usualPersistence } from '../db/embedded-postgres/keep.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres/start.ts'
import { killAll, postmasterPid } from '../testing/app-process.ts'
import { useDataFolders } from '../testing/data-folders.ts'
import { lengthsOf, serveLesson } from './testing/served-lesson.ts'

const folders = useDataFolders()

/** More than the time after which a gap is an outage. */
const outageMs = 13_000
const limit = { timeout: 180_000 }

test.each([
  ['is killed and back within seconds', 10, 0],
  ['is killed and away for longer than ten seconds', outageMs, 1],
])('a lesson survives a database that %s', limit, async (name, awayMs, pauses) => {
  const dataDir = await folders.made(name)
  const persistence = { ...usualPersistence, firstPauseMs: awayMs, longestPauseMs: awayMs }
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const postgres = await startEmbeddedPostgres({ dataDir, say, persistence })
  onTestFinished(() => postgres.stop())
  const { tick, passes, finish } = await serveLesson(2, postgres.connection)
  const before = await tick()
  killAll([await postmasterPid(join(dataDir, 'postgres'))])
  await expect.poll(() => said.join(' '), { timeout: 60_000 }).toContain('runs again')
  await passes(before + 3)
  const lengths = lengthsOf(await finish())
  expect(lengths).toHaveLength(pauses)
  for (const length of lengths) expect(length).toBeGreaterThan(outageMs / 2)
})
