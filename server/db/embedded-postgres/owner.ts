// Chooses the unprivileged user that PostgreSQL runs as when this process is root.
import { spawn, type SpawnOptions } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'

interface User {
  readonly uid: number
  readonly gid: number
}

export interface Owner extends User {
  readonly name: string
  /** The user that runs initdb for an owner without a name, which initdb refuses. */
  readonly maker?: User
}

/** User ids that are free on every system that follows systemd's list. */
const freeNumbers = Array.from({ length: 14 }, (_, index) => 65_520 + index)
export const nobody = 65_534

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * The owner of the database, or else of the folder around it; root's folders get a user of their own. The system user
 * `nobody` is not used, because other programs run as it and could then read the database as its superuser.
 */
export async function ownerFor(pgdata: string, dataDir: string): Promise<Owner> {
  const users = await knownUsers()
  const folder = await stat(dataDir)
  const database = await stat(pgdata).catch(() => undefined)
  const isLent = database?.uid === nobody && folder.uid !== nobody
  if (database !== undefined && database.uid !== 0 && !isLent) {
    const { uid, gid } = database
    return { uid, gid, name: users.find((user) => user.uid === uid)?.name ?? `uid ${uid}` }
  }
  // initdb refuses a user that has no name.
  const owner = users.find((user) => user.uid === folder.uid && user.uid !== 0)
  const wanted = ['tengrand', '_postgres'].map((name) => users.find((user) => user.name === name))
  return owner ?? wanted.find(Boolean) ?? ownUser(users)
}

/** A uid without a name is enough, except for initdb, which runs before there is any data. */
async function ownUser(users: readonly Owner[]): Promise<Owner> {
  const lent = users.find(({ uid }) => uid === nobody) ?? {
    uid: nobody,
    gid: nobody,
    name: 'nobody',
  }
  const uid = freeNumbers.find((number) => !users.some((user) => user.uid === number)) ?? nobody
  const own = { uid, gid: uid, name: `user ${uid}`, maker: { uid: lent.uid, gid: uid } }
  // In a container that maps few user ids, the others do not exist.
  return (await succeeds('/bin/sh', ['-c', ':'], own)) ? own : lent
}

/** Spawn options for PostgreSQL's programs: without this process's environment, which holds secrets. */
export function asOwner(owner: User | undefined): SpawnOptions {
  if (process.platform === 'win32') return { windowsHide: true }
  const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }
  if (owner === undefined) return { cwd: '/', env }
  // A 32-bit number here: macOS's nobody is -2 for spawn and 4294967294 for chown.
  return { cwd: '/', env, uid: owner.uid | 0, gid: owner.gid | 0 }
}

/** Runs `cd` as that user, because file modes do not show access lists and mounts. */
export const canEnter = async (folder: string, owner: Owner): Promise<boolean> =>
  succeeds('/bin/sh', ['-c', 'cd -- "$0"', folder], owner)

export const canRun = async (program: string, owner: Owner): Promise<boolean> =>
  succeeds(program, ['--version'], owner)

async function succeeds(program: string, args: string[], owner: User): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = spawn(program, args, { ...asOwner(owner), stdio: 'ignore' })
  child.once('error', () => resolve(false))
  child.once('exit', (code) => resolve(code === 0))
  return promise
}

async function knownUsers(): Promise<Owner[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name = '', , uid = '', gid = ''] = line.split(':')
    return /^-?\d+$/.test(uid) && /^-?\d+$/.test(gid)
      ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }]
      : []
  })
}
