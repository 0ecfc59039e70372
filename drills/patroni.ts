// Three database machines, each Patroni with PostgreSQL and etcd, as deploy/patroni says.
import { execFileSync } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { makeMachine, type Machine } from './machine.ts'
import {
  machineFile,
  machineNames,
  secrets,
  takePorts,
  type AllPorts,
  type MachineName,
} from './patroni-files.ts'
import { userNamed, waitFor } from './programs.ts'

/** What Patroni says of a machine. */
interface Member {
  readonly name: MachineName
  readonly role: 'leader' | 'sync_standby' | 'replica'
  readonly state: string
  readonly lag?: number | 'unknown'
}

export interface Cluster {
  readonly ports: AllPorts
  readonly machines: Readonly<Record<MachineName, Machine>>
  /** As the first of these machines says that answers. */
  readonly members: (asked?: readonly MachineName[]) => Promise<readonly Member[]>
  readonly switchover: (leader: MachineName) => Promise<void>
  /** Returns when all three run and copy, and nothing is left to be copied. */
  readonly inSync: () => Promise<void>
}

export const databasePassword = 'of-the-product'
/** A machine that cannot rejoin with what it has copies everything. */
const syncWithinSeconds = 180
const answerWithinMs = 2_000
/** For each answer Patroni asks etcd. */
export const askEveryMs = 500

export async function startCluster(
  closing: AsyncDisposableStack,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<Cluster> {
  const ports = await takePorts()
  const machines = {} as Record<MachineName, Machine>
  for (const name of machineNames) {
    machines[name] = await prepare(closing, { name, ports, home: join(folder, name) })
  }
  await Promise.all(machineNames.map((name) => machines[name].start()))
  const members = (asked: readonly MachineName[] = machineNames): Promise<readonly Member[]> =>
    Promise.any(asked.map((name) => membersOf(ports[name][8008])))
  const inSync = async (): Promise<void> => {
    await waitFor('all database machines in sync', () => isInSync(members, ports), {
      seconds: syncWithinSeconds,
      everyMs: askEveryMs,
      signal,
    })
  }
  await inSync()
  const leader = (await members()).find(({ role }) => role === 'leader')
  if (leader === undefined) throw new Error('No database machine leads.')
  makeDatabase(join(folder, leader.name, 'postgresql'), ports[leader.name][5432])
  return { ports, machines, members, inSync, switchover: (name) => switchover(ports, name) }
}

async function prepare(
  closing: AsyncDisposableStack,
  place: { readonly name: MachineName; readonly ports: AllPorts; readonly home: string },
): Promise<Machine> {
  const { home } = place
  const { name: user, uid, gid } = userNamed('postgres')
  const config = join(home, 'patroni.yml')
  const folders = [home, join(home, 'postgresql'), join(home, 'etcd')]
  for (const path of folders) await mkdir(path)
  await writeFile(config, await machineFile('patroni.yml', place), { mode: 0o600 })
  await Promise.all([...folders, config].map((path) => chown(path, uid, gid)))
  return makeMachine(closing, {
    programs: ['etcd', `patroni ${config}`],
    user,
    env: parseEnv(await machineFile('etcd.env', place)) as Record<string, string>,
    logFile: `${home}.log`,
  })
}

async function membersOf(port: number): Promise<readonly Member[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/cluster`, {
    signal: AbortSignal.timeout(answerWithinMs),
  })
  return ((await answer.json()) as { members: readonly Member[] }).members
}

async function isInSync(members: Cluster['members'], ports: AllPorts): Promise<boolean> {
  const all = await members()
  const roles = all.map(({ role }) => role).toSorted()
  if (roles.join() !== 'leader,replica,sync_standby') return false
  if (!all.every(({ state, lag = 0 }) => state === 'running' && lag === 0)) return false
  const healthy = await Promise.all(
    machineNames.map(async (name) => {
      const { [8008]: patroni, [2379]: etcd } = ports[name]
      const signal = AbortSignal.timeout(answerWithinMs)
      const health = await fetch(`http://127.0.0.1:${etcd}/health`, { signal })
      // Each machine for itself, because Patroni knows of one that has just died by what it said before.
      const own = await fetch(`http://127.0.0.1:${patroni}/health`, { signal })
      await own.text()
      return own.ok && ((await health.json()) as { health: string }).health === 'true'
    }),
  )
  return healthy.every(Boolean)
}

async function switchover(ports: AllPorts, leader: MachineName): Promise<void> {
  const credentials = Buffer.from(`patroni:${secrets.RESTAPI_PASSWORD}`).toString('base64')
  const answer = await fetch(`http://127.0.0.1:${ports[leader][8008]}/switchover`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: JSON.stringify({ leader }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Patroni refused the switchover: ${answer.status} ${text}`)
}

/** The same commands as in the README. */
function makeDatabase(home: string, port: number): void {
  const commands = [
    `create role tengrand login password '${databasePassword}'`,
    'create database tengrand owner tengrand',
  ].flatMap((statement) => ['-c', statement])
  const { uid, gid } = userNamed('postgres')
  const args = ['-h', home, '-p', String(port), '-v', 'ON_ERROR_STOP=1', ...commands]
  execFileSync('/usr/bin/psql', args, { uid, gid, cwd: '/', stdio: 'pipe' })
}
