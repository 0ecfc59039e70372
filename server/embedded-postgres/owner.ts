// The unprivileged user that PostgreSQL runs as when this process is root.
import { spawn, type SpawnOptions } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'

export interface Owner {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whoever owns the database already, or else the folder around it, stays its owner; root's folders get an own user. */
export async function ownerFor(pgdata: string, dataDir: string): Promise<Owner> {
  const users = await knownUsers()
  const database = await stat(pgdata).catch(() => undefined)
  if (database !== undefined && database.uid !== 0) {
    const { uid, gid } = database
    return { uid, gid, name: users.find((user) => user.uid === uid)?.name ?? `uid ${uid}` }
  }
  const folder = await stat(dataDir)
  // initdb refuses a user that has no name.
  const owner = users.find((user) => user.uid === folder.uid && user.uid !== 0)
  const wanted = ['tengrand', '_postgres', 'nobody'].map((name) =>
    users.find((user) => user.name === name),
  )
  return owner ?? wanted.find(Boolean) ?? { uid: 65534, gid: 65534, name: 'nobody' }
}

/** How PostgreSQL's programs are run: none of this process's environment, whose secrets are not for another user. */
export function asOwner(owner: Owner | undefined): SpawnOptions {
  if (process.platform === 'win32') return { windowsHide: true }
  const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }
  if (owner === undefined) return { cwd: '/', env }
  // A 32-bit number here: macOS's nobody is -2 for spawn and 4294967294 for chown.
  return { cwd: '/', env, uid: owner.uid | 0, gid: owner.gid | 0 }
}

/** Tried by that user itself: modes alone know nothing of access lists and mounts. */
export async function canEnter(folder: string, owner: Owner): Promise<boolean> {
  return succeeds('/bin/sh', ['-c', 'cd -- "$0"', folder], owner)
}

export async function canRun(program: string, owner: Owner): Promise<boolean> {
  return succeeds(program, ['--version'], owner)
}

async function succeeds(program: string, args: string[], owner: Owner): Promise<boolean> {
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
