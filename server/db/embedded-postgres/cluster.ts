// Creates the database folder with initdb, or checks that this version of PostgreSQL can read it.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { StartProblem } from '../../errors.ts'
import { ignoreMissing, passwordFile, type Home } from './home.ts'
import { logQuote, openLog } from './log.ts'
import { asOwner, type Owner } from './owner.ts'
import { superuser } from './session.ts'
import { makeWholeFolder } from './whole-folder.ts'

const run = promisify(execFile)

export async function ensureCluster(home: Home, say: (line: string) => void): Promise<void> {
  const major = home.binaries.version.split('.')[0] ?? ''
  const found = await versionIn(home.pgdata)
  if (found === undefined) {
    await refuseStrangers(home.pgdata)
    say(`Making the database in ${home.pgdata}; this takes a few seconds, once.`)
    await makeWholeFolder(home.pgdata, (folder) => initialize(home, folder))
  } else if (found !== major) {
    throw new StartProblem(
      `The database in ${home.pgdata} was made by PostgreSQL ${found}, and this Tengrand brings PostgreSQL ${major}, which cannot read it. Back up with the old version (npm run backup -- FILE), move ${home.pgdata} away, and restore with the new one (npm run restore -- FILE). Or set another DATA_DIR, or DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

async function versionIn(pgdata: string): Promise<string | undefined> {
  const text = await readFile(join(pgdata, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  return text?.trim()
}

/** An interrupted initdb leaves nothing behind, so other contents do not belong to Tengrand. */
async function refuseStrangers(pgdata: string): Promise<void> {
  const names = (await readdir(pgdata).catch(ignoreMissing)) ?? []
  // With PG_VERSION, a concurrent start has created the database meanwhile.
  if (names.length === 0 || names.includes('PG_VERSION')) return
  throw new StartProblem(
    `${pgdata} is not empty and holds no PostgreSQL database (no PG_VERSION in it). Move it away or set another DATA_DIR.`,
  )
}

async function initialize(home: Home, folder: string): Promise<void> {
  const maker = home.owner?.maker ?? home.owner
  if (maker !== undefined) await chown(folder, maker.uid, maker.gid)
  const log = await openLog(home)
  try {
    const child = spawn(home.binaries.initdb, initdbArguments(home, folder), {
      ...asOwner(maker),
      // Ctrl-C must reach the app only; on Windows a process group would open a console.
      detached: process.platform !== 'win32',
      stdio: ['ignore', log.handle.fd, log.handle.fd],
    })
    const [code] = await once(child, 'exit')
    if (code === 0) return await give(folder, home.owner)
    const quote = await logQuote(home, log.begin)
    throw new StartProblem(`The database could not be made in ${home.pgdata}. ${quote}`)
  } finally {
    await log.handle.close()
  }
}

function initdbArguments(home: Home, folder: string): string[] {
  const auth =
    home.password === undefined
      ? ['--auth-local=trust', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${passwordFile(home.dataDir)}`]
  return [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
    ...auth,
  ]
}

/**
 * A database restored from a backup belongs to root, and one of an earlier version to the user `nobody`: PostgreSQL's
 * user could not open it. Call this only while no server uses the folder.
 */
export const giveToOwner = ({ pgdata, owner }: Home): Promise<void> => give(pgdata, owner)

async function give(folder: string, owner: Owner | undefined): Promise<void> {
  if (owner === undefined || (await stat(folder)).uid === owner.uid) return
  await run('chown', ['-Rh', `${owner.uid}:${owner.gid}`, folder])
}
