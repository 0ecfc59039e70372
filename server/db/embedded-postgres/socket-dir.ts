// The private folder of the server's socket. A socket's path may have 103 bytes on macOS and 107 on Linux, so DATA_DIR is no place for it.
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
 * A new folder with an unforeseeable name for each start, so nobody can have put one there before. Others find it
 * through postmaster.pid, which only the database's owner can write.
 */
export async function makeSocketDir(owner: Owner | undefined): Promise<string> {
  // The one that TMPDIR names comes first: a service may have a /tmp of its own, which commands beside it do not see.
  const bases = await Promise.all(
    [tmpdir(), '/tmp', '/var/tmp'].map(async (base) => ((await isFit(base, owner)) ? [base] : [])),
  )
  const made = await bases
    .flat()
    .reduce<Promise<string | undefined>>(
      async (before, base) =>
        (await before) ?? (await mkdtemp(join(base, prefix)).catch(() => undefined)),
      Promise.resolve(undefined),
    )
  if (made === undefined) {
    throw new StartProblem(
      'PostgreSQL needs a folder for its socket, and neither /tmp nor /var/tmp can be used. Make /tmp writable with its usual mode (chmod 1777 /tmp).',
    )
  }
  if (owner !== undefined) await chown(made, owner.uid, owner.gid)
  return made
}

/** The folder of a server that has died, made again where somebody has tidied up. */
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

/** Whether it is what makeSocketDir has made for this user; another user's could be a trap. */
export async function isOurSocketDir(folder: string, uid: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  return (
    found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
  )
}

/** Removes nothing but what a server leaves in such a folder. */
export async function removeSocketDir(folder: string): Promise<void> {
  if (!basename(folder).startsWith(prefix)) return
  await removeSocketFiles(folder)
  await rmdir(folder).catch(() => {})
}

async function removeSocketFiles(folder: string): Promise<void> {
  await unlink(join(folder, socketFile)).catch(() => {})
  await unlink(join(folder, `${socketFile}.lock`)).catch(() => {})
}

/** Short, without characters that PostgreSQL's list of folders would have to quote, and nobody else may rename in it. */
async function isFit(base: string, owner: Owner | undefined): Promise<boolean> {
  const longest = join(base, `${prefix}XXXXXX`, socketFile)
  if (Buffer.byteLength(longest) > socketPathBytesMax || !/^[\w./-]+$/.test(base)) return false
  const found = await stat(base).catch(() => undefined)
  if (found === undefined || !found.isDirectory()) return false
  // Its user may be another one than ours.
  if (owner !== undefined && (found.mode & 0o001) === 0) return false
  const isSticky = (found.mode & 0o1000) !== 0
  return isSticky || (found.mode & 0o022) === 0
}
