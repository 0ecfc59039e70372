// Creates the private folder of the server's socket, outside DATA_DIR because a socket's path is limited to 103 bytes.
import { chown, lstat, mkdir, mkdtemp, rmdir, stat, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { StartProblem } from '../../errors.ts'
import type { Owner } from './owner.ts'

export const socketPort = 5432
const socketFile = `.s.PGSQL.${socketPort}`
const socketPathBytesMax = 103
const prefix = 'tengrand-pg-'

/**
 * A folder with a random name for each start, so that no other user can prepare one. Commands find it through
 * postmaster.pid, which only the database's owner can write.
 */
export async function makeSocketDir(owner: Owner | undefined): Promise<string> {
  // TMPDIR first: a service may have a private /tmp, which commands do not see.
  for (const base of [tmpdir(), '/tmp', '/var/tmp']) {
    if (!(await isFit(base, owner))) continue
    const made = await mkdtemp(join(base, prefix)).catch(() => undefined)
    if (made === undefined) continue
    if (owner !== undefined) await chown(made, owner.uid, owner.gid)
    return made
  }
  throw new StartProblem(
    'PostgreSQL needs a folder for its socket, and neither /tmp nor /var/tmp can be used. Make /tmp writable with its usual mode (chmod 1777 /tmp).',
  )
}

/** Prepares the folder of a dead server for a new one, and creates it again if it was removed. */
export async function reopenSocketDir(folder: string, owner: Owner | undefined): Promise<string> {
  await removeSocketFiles(folder)
  const isMade = await mkdir(folder, 0o700).then(
    () => true,
    () => false,
  )
  if (isMade && owner !== undefined) await chown(folder, owner.uid, owner.gid)
  const uid = owner?.uid ?? process.getuid?.() ?? 0
  if (await isOurSocketDir(folder, uid)) return folder
  throw new StartProblem(`The folder of PostgreSQL's socket, ${folder}, cannot be used again.`)
}

/** Whether the folder is private to this user, as makeSocketDir creates it; that of another user could be a trap. */
export async function isOurSocketDir(folder: string, uid: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  return (
    found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
  )
}

/** Removes the folder, but only if it has no other files than those that a server leaves. */
export async function removeSocketDir(folder: string): Promise<void> {
  if (!basename(folder).startsWith(prefix)) return
  await removeSocketFiles(folder)
  await rmdir(folder).catch(() => {})
}

async function removeSocketFiles(folder: string): Promise<void> {
  await unlink(join(folder, socketFile)).catch(() => {})
  await unlink(join(folder, `${socketFile}.lock`)).catch(() => {})
}

/** Whether the path is short, has no characters that need quoting, and is safe from renames by other users. */
async function isFit(base: string, owner: Owner | undefined): Promise<boolean> {
  const longest = join(base, `${prefix}XXXXXX`, socketFile)
  if (Buffer.byteLength(longest) > socketPathBytesMax || !/^[\w./-]+$/.test(base)) return false
  const found = await stat(base).catch(() => undefined)
  if (found === undefined || !found.isDirectory()) return false
  // PostgreSQL's user, who differs from ours, must be able to enter.
  if (owner !== undefined && (found.mode & 0o001) === 0) return false
  const isSticky = (found.mode & 0o1000) !== 0
  return isSticky || (found.mode & 0o022) === 0
}
