// Writes a backup: streams a snapshot of all tables into a file that appears when it is complete.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'

import type { CopyTx, Db, Lock, Tx } from '../db/handle.ts'
import { locks } from '../db/locks.ts'
import { readAppliedNames } from '../db/migrate.ts'
import { untilAborted } from '../db/until-aborted.ts'
import { errorCode, StartProblem } from '../errors.ts'
import { readingSettings, readSequences, readTables, readUnfit } from './catalog.ts'
import {
  copied,
  formatVersion,
  frameOf,
  jsonFrame,
  mark,
  withDigest,
  type BackupHeader,
} from './format.ts'
import { writeWholeFile, type WriteChunk } from './whole-file.ts'

interface BackupDeps {
  /** A connection without statement timeouts. */
  readonly db: Db
  readonly file: string
  readonly signal?: AbortSignal
  readonly showProgress?: (words: string) => void
}

/** Higher levels take several times as long and save a few percent. */
const gzipOptions = { level: 2, chunkSize: 65_536 }

/** `version` is the newest migration. */
export async function backUp(deps: BackupDeps) {
  const { file, signal } = deps
  const done = { header: null as BackupHeader | null, rows: 0 }
  const bytes = await writeWholeFile(file, (write) =>
    withSnapshot(deps, async (tx, header) => {
      done.header = header
      const content = contentOf(tx, header, deps, (rows) => (done.rows += rows))
      const source = Readable.from(withDigest(content), { objectMode: true, highWaterMark: 2 })
      await pipeline(source, createGzip(gzipOptions), (chunks) => writeAll(chunks, write), {
        signal,
      })
    }),
  )
  const { at = '', migrations = [], tables = [] } = done.header ?? {}
  return { at, version: migrations.at(-1) ?? '', tables: tables.length, rows: done.rows, bytes }
}

async function writeAll(chunks: AsyncIterable<Buffer>, write: WriteChunk): Promise<void> {
  for await (const chunk of chunks) await write(chunk)
}

const triesMax = 20

/**
 * Locks every table against drops and changes of its schema, without blocking readers or writers. Starts again if a
 * table, such as an old ranking partition, was dropped between the snapshot and the lock.
 */
async function withSnapshot(
  { db, signal }: Pick<BackupDeps, 'db' | 'signal'>,
  work: (tx: CopyTx, header: BackupHeader) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    // Locks out migrations, which could create tables that look empty to the snapshot.
    const migration = await lockMigrations(db)
    let isLocked = false
    try {
      return await db.copying(
        (tx) =>
          untilAborted({ db, tx, signal }, async () => {
            const header = await readHeader(tx)
            await lockTables(tx, header)
            isLocked = true
            await migration.close()
            await work(tx, header)
          }),
        { snapshot: true },
      )
    } catch (error) {
      if (isLocked || !isAboutDropped(error) || tries === triesMax) throw error
    } finally {
      await migration.close().catch(() => undefined)
    }
  }
}

/** A missing table, or one that was dropped while PostgreSQL describes it ('cache lookup failed'). */
const isAboutDropped = (error: unknown): boolean => ['42P01', 'XX000'].includes(errorCode(error))

const migrationMsMax = 60_000

async function lockMigrations(db: Db): Promise<Lock> {
  const until = performance.now() + migrationMsMax
  for (;;) {
    const lock = await db.tryLock(locks.migration)
    if (lock !== null) return lock
    if (performance.now() > until) {
      throw new StartProblem('This database is being migrated. Back it up when that is done.')
    }
    await sleep(100)
  }
}

async function readHeader(tx: Tx): Promise<BackupHeader> {
  const migrations = await readAppliedNames(tx)
  if (migrations === null) throw new StartProblem('This database has no table of migrations.')
  await tx.query(readingSettings)
  await refuseUnfit(tx)
  const [present] = await tx.query<{ at: Date }>('select now() as at')
  return {
    format: formatVersion,
    at: present?.at.toISOString() ?? '',
    migrations,
    tables: await readTables(tx),
  }
}

/** Refuses a database whose backup could not be restored. */
async function refuseUnfit(tx: Tx): Promise<void> {
  const unfit = await readUnfit(tx)
  if (unfit.length === 0) return
  throw new StartProblem(
    `A backup cannot hold ${unfit.join(', ')}, which is not a table of Tengrand: it has a sequence, a type or parts of its own. Keep it in another database, or save this one with pg_dump.`,
  )
}

async function lockTables(tx: Tx, { tables }: BackupHeader): Promise<void> {
  const names = tables.map(({ name }) => `only ${name}`).join(', ')
  await tx.query(`lock table ${names} in access share mode`).catch((error: unknown) => {
    if (errorCode(error) !== '42501') throw error
    const reason = error instanceof Error ? error.message : ''
    throw new StartProblem(`The user of DATABASE_URL may not read all of that database: ${reason}.`)
  })
}

async function* contentOf(
  tx: CopyTx,
  header: BackupHeader,
  { showProgress }: BackupDeps,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  yield mark
  yield* jsonFrame('header', header)
  const rows: number[] = []
  for (const table of header.tables) {
    showProgress?.(table.name)
    yield* frameOf('table', Buffer.alloc(0))
    let count = 0
    for await (const chunk of tx.copyOut(`copy ${copied(table)} to stdout`)) {
      count += linesIn(chunk as Buffer)
      yield* frameOf('rows', chunk as Buffer)
    }
    rows.push(count)
    onRows(count)
  }
  showProgress?.('')
  yield* jsonFrame('end', { rows, sequences: await readSequences(tx) })
}

/** A row is a line: COPY escapes line ends inside of values. */
function linesIn(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}
