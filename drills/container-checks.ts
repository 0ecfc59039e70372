// What is to hold inside a running container: its user, what it may do, what it can write, and what is not in it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Room } from './container-room.ts'
import type { Check } from './report.ts'

const lockfile = join(import.meta.dirname, '../package-lock.json')
const dataFolder = '/var/lib/tengrand'
/** Every container has these, in memory. */
const ofTheSystem = new Set(['/dev/shm', '/dev/mqueue'])

export async function checkContainer(room: Room, name: string): Promise<Check[]> {
  return [
    ...(await checkRights(room, name)),
    ...(await checkWriting(room, name)),
    ...(await checkContent(room, name)),
    await checkHealth(room, name),
  ]
}

/** The kernel's own words about the server, which is the first process. */
async function checkRights(room: Room, name: string): Promise<Check[]> {
  const status = await room.run('podman', 'exec', name, 'cat', '/proc/1/status')
  const valueOf = (field: string): string =>
    new RegExp(`^${field}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? 'unknown'
  const none = '0000000000000000'
  const expected = { Uid: '10001', Gid: '10001', CapEff: none, CapBnd: none, NoNewPrivs: '1' }
  return Object.entries(expected).map(([field, value]) => ({
    what: `${field} of the server`,
    value: valueOf(field),
    holds: valueOf(field) === value,
  }))
}

/** All folders that the user may write to, and a file in some of them. */
async function checkWriting(room: Room, name: string): Promise<Check[]> {
  const find = 'find / \\( -path /proc -o -path /sys \\) -prune -o -type d -writable -print'
  // Folders that the user may not even read make it fail.
  const found = await room.run('podman', 'exec', name, 'sh', '-c', `${find} 2>/dev/null; true`)
  const folders = found.split('\n')
  const tried = await Promise.all(
    ['/', '/tmp', '/opt/tengrand', dataFolder].map(async (folder) => {
      const file = join(folder, 'a-file')
      const write = `{ echo a > ${file} && rm ${file} && echo yes; } 2>/dev/null; true`
      const answer = await room.run('podman', 'exec', name, 'sh', '-c', write)
      return { what: `writing to ${folder}`, isPossible: answer === 'yes', folder }
    }),
  )
  return [
    {
      what: 'folders that can be written to',
      value: folders.join(' '),
      holds: folders.every((folder) => folder === dataFolder || ofTheSystem.has(folder)),
    },
    ...tried.map(({ what, isPossible, folder }) => ({
      what,
      value: isPossible ? 'possible' : 'refused',
      holds: isPossible === (folder === dataFolder),
    })),
  ]
}

/** No package of development, no package manager and no test of ours. */
async function checkContent(room: Room, name: string): Promise<Check[]> {
  const list = async (what: string): Promise<string[]> => {
    const printed = await room.run('podman', 'exec', name, 'sh', '-c', what)
    return printed.split('\n').filter((line) => line !== '')
  }
  const installed = await list('find node_modules -name package.json -printf "%h\\n"')
  const { packages } = JSON.parse(await readFile(lockfile, 'utf8')) as Lockfile
  const dev = installed.filter((path) => packages[path]?.dev === true)
  const ofTests = await list(
    'find bench core contract e2e server tools web \\( -name "*.test.ts*" -o -name testing \\) 2>/dev/null; true',
  )
  const programs = await list('command -v npm npx gcc git; true')
  const known = installed.filter((path) => packages[path] !== undefined)
  const node = await list('command -v node; node --version')
  return [
    { what: 'Node', value: node.join(' '), holds: node[1] === process.version },
    {
      what: `packages of development among ${known.length}`,
      value: dev.join(' ') || 'none',
      holds: known.length > 0 && dev.length === 0,
    },
    { what: 'our tests', value: ofTests.join(' ') || 'none', holds: ofTests.length === 0 },
    { what: 'npm, gcc or git', value: programs.join(' ') || 'none', holds: programs.length === 0 },
  ]
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>
}

/** Runs the HEALTHCHECK of the image, which systemd or Docker would run every few seconds. */
async function checkHealth(room: Room, name: string): Promise<Check> {
  // It fails where the container is not well, which the status then says.
  await room.run('podman', 'healthcheck', 'run', name).catch(() => undefined)
  const health = await room.run('podman', 'inspect', '--format={{.State.Health.Status}}', name)
  return { what: 'health of the container', value: health, holds: health === 'healthy' }
}
