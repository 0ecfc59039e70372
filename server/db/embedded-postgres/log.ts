// Writes and reads PostgreSQL's log: the current file in DATA_DIR and the previous one, both bounded in size.
import { constants } from 'node:fs'
import { copyFile, open, rm, stat, type FileHandle } from 'node:fs/promises'

import type { Home } from './home.ts'

const logBytesMax = 10 * 1024 * 1024
const tailBytesMax = 4096
const tailLinesMax = 8

export interface Log {
  readonly handle: FileHandle
  /** The byte offset in the file where this run's lines begin. */
  readonly begin: number
}

/**
 * PostgreSQL inherits the open file, so that its user needs no access to DATA_DIR. In append mode, so that it can be
 * truncated while in use.
 */
export async function openLog(home: Home): Promise<Log> {
  await boundLog(home)
  const handle = await openFile(home, constants.O_CREAT)
  if (home.owner !== undefined) await handle.chown(home.owner.uid, home.owner.gid)
  return { handle, begin: (await handle.stat()).size }
}

/** The running server has the file open, so it is copied and truncated, not renamed. */
export async function boundLog(home: Home): Promise<void> {
  const found = await stat(home.logFile).catch(() => undefined)
  if (found === undefined || found.size < logBytesMax) return
  const earlier = `${home.logFile}.1`
  await rm(earlier, { force: true })
  await copyFile(home.logFile, earlier, constants.COPYFILE_EXCL)
  const handle = await openFile(home, 0)
  await handle.truncate().finally(() => handle.close())
}

/** Opens for writing without following links: DATA_DIR may belong to a user while this process runs as root. */
function openFile(home: Home, flags: number): Promise<FileHandle> {
  const appending = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0)
  return open(home.logFile, appending | flags, 0o600)
}

export async function lastLines(home: Home, begin = 0): Promise<string> {
  const handle = await open(home.logFile)
  try {
    const { size } = await handle.stat()
    const from = Math.max(begin, size - tailBytesMax, 0)
    const buffer = Buffer.alloc(Math.max(size - from, 0))
    await handle.read(buffer, 0, buffer.length, from)
    return buffer.toString('utf8').trim().split('\n').slice(-tailLinesMax).join('\n')
  } finally {
    await handle.close()
  }
}

/** The sentence that ends an error message: the path of the log and its last lines. */
export async function logQuote(home: Home, begin = 0): Promise<string> {
  const lines = await lastLines(home, begin)
  return `Its log is ${home.logFile}${lines === '' ? ' (no lines)' : `, which ends with:\n${lines}`}`
}
