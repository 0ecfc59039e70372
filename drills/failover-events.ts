// The five ways in which a machine goes away, and how it comes back.
import type { NodeMachine } from './node-machine.ts'
import type { MachineName } from './patroni-files.ts'
import { askEveryMs, type Cluster } from './patroni.ts'
import { waitFor } from './programs.ts'

export interface Installation {
  readonly cluster: Cluster
  readonly nodes: readonly NodeMachine[]
  readonly signal: AbortSignal
}

interface Struck {
  readonly machine: string
  /** Returns when the others have taken over. */
  readonly takenOver: () => Promise<void>
  /** Brings the machine back. */
  readonly restore: () => Promise<void>
}

export interface Event {
  readonly name: string
  /** The round chooses among machines of the same kind. */
  readonly strike: (installation: Installation, round: number) => Promise<Struck>
}

const nothing = (): Promise<void> => Promise.resolve()

export const events: readonly Event[] = [
  {
    name: 'the database machine that leads is killed',
    strike: async (installation) => {
      const { cluster } = installation
      const leader = await inRole(cluster, 'leader')
      await cluster.machines[leader].kill()
      return {
        machine: leader,
        takenOver: () => anotherLeads(installation, leader),
        restore: cluster.machines[leader].start,
      }
    },
  },
  {
    name: 'the database machine that leads freezes',
    strike: async (installation) => {
      const { cluster } = installation
      const leader = await inRole(cluster, 'leader')
      await cluster.machines[leader].freeze()
      return {
        machine: leader,
        takenOver: () => anotherLeads(installation, leader),
        restore: cluster.machines[leader].thaw,
      }
    },
  },
  {
    name: 'planned switchover',
    strike: async (installation) => {
      const leader = await inRole(installation.cluster, 'leader')
      const switched = installation.cluster.switchover(leader)
      return {
        machine: leader,
        takenOver: async () => {
          await switched
          await anotherLeads(installation, leader)
        },
        restore: nothing,
      }
    },
  },
  {
    name: 'a database machine that follows is killed',
    strike: async ({ cluster }, round) => {
      const follower = await inRole(cluster, round % 2 === 0 ? 'sync_standby' : 'replica')
      await cluster.machines[follower].kill()
      return {
        machine: follower,
        takenOver: nothing,
        restore: cluster.machines[follower].start,
      }
    },
  },
  {
    name: 'a node and its proxy are killed',
    strike: async ({ nodes }, round) => {
      const node = nodes[round % nodes.length]
      if (node === undefined) throw new Error('There is no node.')
      await node.kill()
      return { machine: node.name, takenOver: nothing, restore: node.start }
    },
  },
]

type Role = Awaited<ReturnType<Cluster['members']>>[number]['role']

async function inRole(cluster: Cluster, role: Role): Promise<MachineName> {
  const found = (await cluster.members()).find((member) => member.role === role)
  if (found === undefined) throw new Error(`No database machine is in the role ${role}.`)
  return found.name
}

async function anotherLeads({ cluster, signal }: Installation, before: MachineName) {
  await waitFor(
    'another database machine leads',
    async () => {
      const others = (['db1', 'db2', 'db3'] as const).filter((name) => name !== before)
      const members = await cluster.members(others)
      return members.some(({ name, role }) => role === 'leader' && name !== before)
    },
    { seconds: 90, everyMs: askEveryMs, signal },
  )
}
