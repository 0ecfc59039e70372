// Decides the folder of the database, the user that runs it, and the copy of the programs that this user can reach.
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  chown,
  mkdir,
  readFile,
  realpath,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { StartProblem } from '../../errors.ts'
import {
  copyBinaries,
  findBinaries,
  lastingDir,
  makeLastingDir,
  type Binaries,
} from './binaries.ts'
import { canEnter, canRun, isRoot, nobody, ownerFor, type Owner } from './owner.ts'

export interface Home {
  /** The real path of DATA_DIR. */
  readonly dataDir: string
  /** PostgreSQL's data folder. */
  readonly pgdata: string
  readonly logFile: string
  readonly binaries: Binaries
  /** The user PostgreSQL runs as when this process is root, which PostgreSQL refuses to be. */
  readonly owner: Owner | undefined
  /** Only on Windows, where the server listens on the loopback instead of a private socket. */
  readonly password: string | undefined
}

export async function openHome(wanted: string, say: (line: string) => void): Promise<Home> {
  const dataDir = await openDataDir(wanted)
  const found = await findBinaries()
  const rest = { dataDir, logFile: join(dataDir, 'postgres.log') }
  const usualFolder = join(dataDir, 'postgres')
  const chosen = (await pointedTo(dataDir)) ?? usualFolder
  if (!isRoot()) {
    await refuseForeign(chosen)
    const password = await ensurePassword(dataDir)
    return { ...rest, pgdata: chosen, binaries: found, owner: undefined, password }
  }
  const owner = await ownerFor(chosen, dataDir)
  const pgdata = chosen === usualFolder ? await reachableFolder(chosen, dataDir, owner) : chosen
  const binaries = (await canRun(found.postgres, owner)) ? found : await copyBinaries(found)
  const moved = [
    ...(pgdata === usualFolder ? [] : [`the database is kept in ${pgdata}`]),
    ...(binaries === found ? [] : [`its programs are run from ${dirname(binaries.postgres)}`]),
  ]
  if (moved.length > 0) {
    say(`PostgreSQL runs as ${owner.name}, who cannot enter here, so ${moved.join(' and ')}.`)
  }
  return { ...rest, pgdata, binaries, owner, password: undefined }
}

async function openDataDir(wanted: string): Promise<string> {
  try {
    // The folder is for its owner only; if this process is root, openToOwner gives PostgreSQL's user access.
    await makeFolder(wanted, 0o700)
    const dataDir = await realpath(wanted)
    if (!(await stat(dataDir)).isDirectory()) throw new Error('it is not a folder')
    await access(dataDir, constants.W_OK | constants.X_OK)
    return dataDir
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartProblem(
      `The data folder ${wanted} cannot be written to (${reason}). Make it writable for this user or set another DATA_DIR.`,
      { cause: error },
    )
  }
}

/**
 * Creates the parents one by one, because mkdir's `recursive` never ends in a file system that reports the parent of a
 * new folder as missing, such as /proc. An existing folder keeps its mode.
 */
async function makeFolder(path: string, mode?: number): Promise<void> {
  if ((await stat(path).catch(ignoreMissing)) !== undefined) return
  if (path !== dirname(path)) await makeFolder(dirname(path))
  await mkdir(path, mode).catch((error: NodeJS.ErrnoException) => {
    // A concurrent start has created the folder.
    if (error.code !== 'EEXIST') throw error
  })
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** The folder outside of DATA_DIR that an earlier start has chosen and written to the pointer file. */
async function pointedTo(dataDir: string): Promise<string | undefined> {
  const text = await readFile(pointerFile(dataDir), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const pgdata = text.trim()
  if (dirname(dirname(pgdata)) === lastingDir && basename(pgdata) === 'postgres') return pgdata
  throw new StartProblem(
    `${pointerFile(dataDir)} names ${pgdata}, which is no folder below ${lastingDir}. Correct the file or remove it.`,
  )
}

async function refuseForeign(pgdata: string): Promise<void> {
  const uid = process.getuid?.()
  const found = await stat(pgdata).catch(() => undefined)
  if (found === undefined || uid === undefined || found.uid === uid) return
  throw new StartProblem(
    `The database in ${pgdata} belongs to another user (uid ${found.uid}, this is ${uid}). Start as that user or as root, or set another DATA_DIR.`,
  )
}

/** The usual folder. If the owner cannot reach it, a folder outside of DATA_DIR, whose path the pointer file stores. */
async function reachableFolder(usual: string, dataDir: string, owner: Owner): Promise<string> {
  if (await canEnter(dataDir, owner)) return usual
  if (await openToOwner(dataDir, owner)) return usual
  if ((await stat(usual).catch(() => undefined)) !== undefined) {
    throw new StartProblem(
      `PostgreSQL runs as ${owner.name}, who cannot enter ${dataDir}, where the database is. Open the folders above it to others (chmod o+x) or set another DATA_DIR.`,
    )
  }
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const label = basename(dataDir).replaceAll(/[^\w.-]/g, '_')
  const pgdata = join(await makeLastingDir(`${label}-${hash}`), 'postgres')
  const draft = `${pointerFile(dataDir)}.${process.pid}`
  await writeFile(draft, `${pgdata}\n`, { flag: 'wx' })
  await rename(draft, pointerFile(dataDir))
  return pgdata
}

/** Lets the owner's group pass through a data folder of root to the database, without reading anything else. */
export async function openToOwner(dataDir: string, owner: Owner): Promise<boolean> {
  const { uid, gid, mode } = await stat(dataDir)
  // The folder may be open already: for `nobody` by an earlier version, for root's group by a restored backup, or for
  // the owner's group by a concurrent start. Without this check a second database would be created elsewhere.
  const isOpened = [0, nobody, owner.gid].includes(gid) && (mode & 0o077) === 0o010
  if (uid !== 0 || ((mode & 0o077) !== 0 && !isOpened)) return false
  if (!(await canEnter(dirname(dataDir), owner))) return false
  await chown(dataDir, uid, owner.gid)
  await chmod(dataDir, 0o710)
  return canEnter(dataDir, owner)
}

const pointerFile = (dataDir: string): string => join(dataDir, 'postgres.path')

/**
 * The password on Windows, where any local user can connect to the loopback: created once, readable for this user only.
 * Undefined elsewhere, where a private folder protects the socket.
 */
async function ensurePassword(dataDir: string): Promise<string | undefined> {
  if (process.platform !== 'win32') return undefined
  const file = passwordFile(dataDir)
  const made = randomBytes(24).toString('base64url')
  // With `wx`, the second of two concurrent starts fails to write, and reads the password of the first.
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

export const passwordFile = (dataDir: string): string => join(dataDir, 'postgres.password')
