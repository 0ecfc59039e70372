// `npm run backup` and `npm run restore` as separate processes: their output, and the files left after a kill.
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { joinEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres/start.ts'
import { useDataFolders } from '../testing/data-folders.ts'
import { freshDatabase } from '../testing/databases.ts'
import { plantPortfolios } from '../testing/planted-portfolio.ts'
import { outcomeOf, startScript } from '../testing/script.ts'
import { startDeafPooler } from '../testing/pretend-pooler.ts'
import { urlOf } from '../testing/server-process.ts'
import { backedUp, newFile, opened, restored } from './testing/backups.ts'

const folders = useDataFolders()

function start(script: 'backup.ts' | 'restore.ts', env: Record<string, string>, args: string[]) {
  const child = startScript(script, env, { args })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = outcomeOf(child).then(({ code, output, complaint }) => ({
    code,
    lines: output.trimEnd().split('\n'),
    complaint: complaint.trimEnd(),
  }))
  return { ended, kill: (signal: NodeJS.Signals) => void child.kill(signal) }
}

test('the commands back up a running embedded database and restore it into another folder, with an audit', async () => {
  const dataDir = await folders.made('running')
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  onTestFinished(() => postgres.stop())
  await plantPortfolios(opened(postgres.connection), { count: 3 })
  const file = await newFile()

  const backup = await start('backup.ts', { DATA_DIR: dataDir }, [file]).ended
  expect(backup).toMatchObject({ code: 0, complaint: '' })
  expect(backup.lines[0]).toMatch(
    /^\S+ has [\d,]+ rows of \d+ tables as of \S+Z, in [\d,]+ bytes\./,
  )
  expect(backup.lines.at(-1)).toContain(
    `Keep ${dataDir}/identity-secret (or IDENTITY_SECRET) as well`,
  )

  const refused = await start('restore.ts', { DATA_DIR: dataDir }, [file]).ended
  expect(refused.code).toBe(1)
  expect(refused.complaint).toMatch(/^Another Tengrand is already running on .*$/)

  const other = await folders.made('other')
  const restore = await start('restore.ts', { DATA_DIR: other }, [file]).ended
  expect(restore).toMatchObject({ code: 0, complaint: '' })
  expect(restore.lines[0]).toMatch(/^Restored [\d,]+ rows of \d+ tables as of \S+Z\.$/)
  expect(restore.lines.slice(1)).toEqual([
    'Auditing every portfolio against its trades.',
    '3 portfolios with 0 trades: all is well.',
  ])
  const there = await joinEmbeddedPostgres({ dataDir: other, say: () => undefined })
  onTestFinished(() => there.stop())
  expect(await opened(there.connection).query('select from account')).toHaveLength(3)
})

test('a restore says what the audit finds, and ends with a failure', async () => {
  const source = await freshDatabase()
  const db = opened(source)
  await plantPortfolios(db)
  await db.query('update portfolio set cash_cents = 999999')
  const env = { DATABASE_URL: urlOf(await freshDatabase('empty')) }
  const { code, lines } = await start('restore.ts', env, [await backedUp(source)]).ended
  expect(code).toBe(1)
  expect(lines.slice(2)).toEqual([
    expect.stringContaining('cash is $9,999.99, trades say $10,000.00'),
    '1 portfolio with 0 trades: 1 portfolio with differences.',
  ])
})

test('a refusal is one sentence, and the database is not even made', async () => {
  const file = await newFile()
  await writeFile(file, 'something else')
  const dataDir = folders.empty('never')
  const told = await Promise.all(
    [file, dirname(file)].map((name) => start('restore.ts', { DATA_DIR: dataDir }, [name]).ended),
  )
  expect(told.map(({ code, complaint }) => ({ code, complaint }))).toEqual([
    { code: 1, complaint: `${file} is not a backup of Tengrand. Nothing was restored.` },
    {
      code: 1,
      complaint: `${dirname(file)} is a folder and not a backup of Tengrand. Nothing was restored.`,
    },
  ])
  expect(existsSync(dataDir)).toBe(false)
})

test('a backup over a pooler is refused, because its lock would stay there', async () => {
  const connection = await freshDatabase()
  const port = await startDeafPooler(connection)
  const DATABASE_URL = `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`
  const { code, complaint } = await start('backup.ts', { DATABASE_URL }, [await newFile()]).ended
  expect(code).toBe(1)
  expect(complaint).toContain('set DATABASE_DIRECT_URL to an address of the same database')
})

test('a backup never writes over a file, nor into one that another is writing', async () => {
  const env = { DATABASE_URL: urlOf(await freshDatabase()) }
  const file = await newFile()
  await writeFile(`${file}.partial`, '')
  const half = await start('backup.ts', env, [file]).ended
  expect(half.complaint).toContain(`${file}.partial is there: another backup is writing it`)
  await writeFile(file, 'mine')
  const whole = await start('backup.ts', env, [file]).ended
  expect(whole).toMatchObject({
    code: 1,
    complaint: `${file} is already there. Choose another name.`,
  })
})

describe('a backup that ends in the middle', () => {
  /** A backup that has all rows and waits for a sequence that another transaction is changing. */
  async function stuckBackup() {
    const connection = await freshDatabase()
    const db = opened(connection)
    const holding = Promise.withResolvers<void>()
    const held = db.transaction(async (tx) => {
      await tx.query('alter sequence account_id_seq cache 1')
      await holding.promise
    })
    onTestFinished(async () => {
      holding.resolve()
      await held
    })
    const file = await newFile()
    const { ended, kill } = start('backup.ts', { DATABASE_URL: urlOf(connection) }, [file])
    const waiting = () =>
      db.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    await expect.poll(waiting).toHaveLength(1)
    return { file, ended, kill, files: () => readdir(dirname(file)) }
  }

  test('by being killed leaves no file of its name, and nothing that can be restored', async () => {
    const { file, ended, kill, files } = await stuckBackup()
    kill('SIGKILL')
    await ended
    expect(await files()).toEqual([`${basename(file)}.partial`])
    await expect(restored(`${file}.partial`)).rejects.toThrow(/damaged or was cut|not a backup/)
  })

  test('by a signal leaves nothing at all', async () => {
    const { ended, kill, files } = await stuckBackup()
    kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 143, complaint: 'Stopped before the end.' })
    expect(await files()).toEqual([])
  })
})
