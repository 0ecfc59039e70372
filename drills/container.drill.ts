// `npm run test:container`: builds the image without a registry, runs two nodes of it behind the proxy of compose.yaml,
// and replaces them one after the other while learners trade. Its first line says what it needs.
import { join } from 'node:path'

import { print, runCommand, type CommandDeps } from '../server/command.ts'
import { checkContainer } from './container-checks.ts'
import { buildImage, imagePrograms } from './container-image.ts'
import {
  proxyPrograms,
  startContainer,
  startProxy,
  type Container,
  type Proxy,
} from './container-nodes.ts'
import { containerPrograms, openRoom, type Room } from './container-room.ts'
import { freePort } from './nodes.ts'
import { postgresPrograms, startPostgres, type Postgres } from './postgres.ts'
import { makeFolder, requirePrograms, requireRoot, waitFor } from './programs.ts'
import { atMost, report, wordsOfCounts, type Check } from './report.ts'
import { openStreams } from './streams.ts'
import { startTraffic, type Traffic } from './traffic.ts'
import { judge } from './verdict.ts'

const needs =
  'This needs root, the Debian packages buildah, podman, runc, debootstrap, haproxy and postgresql-15, and access to ' +
  'the packages of Debian and npm.'

/** The most seconds from the signal until a container has ended: the drain of production, and what is under way. */
const stopSecondsMax = 5 + 5
const readySecondsMax = 10
const orders = { learners: 8, perSecond: 20 }
const streams = 10

await runCommand(async (deps) => {
  print(needs)
  requireRoot()
  requirePrograms({
    ...containerPrograms,
    ...imagePrograms,
    ...proxyPrograms,
    ...postgresPrograms,
  })
  return drill(deps)
})

/** Returns the exit code. */
async function drill({ closing, signal }: CommandDeps): Promise<number> {
  const folder = await makeFolder(closing)
  const room = await openRoom(closing, { folder, signal })
  const image = await buildImage(room)
  const postgres = await startPostgres(closing, { folder: join(folder, 'postgres') })
  const nodes = await startNodes(room, postgres)
  const proxy = await startProxy(closing, room, [nodes[0].address, nodes[1].address])
  const inside = await checkContainer(room, nodes[0].name)
  const restarts = await restartUnderOrders({ room, postgres, nodes, proxy, signal })
  return report([
    {
      what: 'image',
      value: `${image.megabytes.toFixed(0)} MB, of which the base is ${image.baseMegabytes.toFixed(0)}`,
      holds: true,
    },
    atMost('seconds to ready on an empty database', nodes[0].readySeconds, readySecondsMax, 1),
    ...inside,
    ...restarts,
  ])
}

type Nodes = readonly [Container, Container]

async function startNodes(room: Room, { url: databaseUrl }: Postgres): Promise<Nodes> {
  const start = async (name: string) =>
    startContainer(room, { name, port: await freePort(), databaseUrl })
  return [await start('node-1'), await start('node-2')]
}

interface Situation {
  readonly room: Room
  readonly postgres: Postgres
  readonly nodes: Nodes
  readonly proxy: Proxy
  readonly signal: AbortSignal
}

/** Replaces each container by a new one, as an update does, while learners trade through the proxy. */
async function restartUnderOrders({
  room,
  postgres,
  nodes,
  proxy,
  signal,
}: Situation): Promise<Check[]> {
  print('Replacing one node after the other, while learners trade ...')
  const over = new AbortController()
  const watched = openStreams({
    addresses: [proxy.address],
    count: streams,
    signal: AbortSignal.any([over.signal, signal]),
  })
  const traffic = await startTraffic({ addresses: [proxy.address], ...orders })
  const seconds = { stop: 0, ready: 0 }
  for (const { name, address: old, stop } of nodes) {
    await moreOrders(traffic, signal)
    seconds.stop = Math.max(seconds.stop, await stop())
    const port = Number(new URL(old).port)
    const again = await startContainer(room, { name, port, databaseUrl: postgres.url })
    seconds.ready = Math.max(seconds.ready, again.readySeconds)
    // The other node goes next, so the proxy must have seen this one first.
    const isSeen = async () => (await proxy.log()).includes(`Server nodes/${name} is UP`)
    await waitFor('the proxy to see the node', isSeen, { signal })
  }
  await moreOrders(traffic, signal)
  await waitFor('all streams', async () => watched.alive() === streams, { signal })
  await traffic.finish()
  const alive = watched.alive()
  over.abort()
  return [
    atMost('seconds to ready on a database in use', seconds.ready, readySecondsMax, 1),
    atMost('seconds from the signal to the end, with 5 to drain', seconds.stop, stopSecondsMax, 1),
    {
      what: `streams open at the end (${streams} wanted), and how often one had to connect again`,
      value: `${alive}, ${watched.reconnections()}`,
      holds: alive === streams,
    },
    ...(await checkOrders(postgres, traffic)),
  ]
}

/** Waits until learners have traded for some seconds more. */
async function moreOrders({ acknowledgedAt }: Traffic, signal: AbortSignal): Promise<void> {
  const wanted = acknowledgedAt.length + orders.perSecond * 3
  await waitFor('orders', async () => acknowledgedAt.length >= wanted, { signal })
}

async function checkOrders({ db }: Postgres, { orders: sent, troubles }: Traffic) {
  const { acknowledged, lost, doubled, refused, auditDifferences } = await judge(db, sent)
  // An order sent again because its price has moved is no failure.
  const failed = [...troubles, ...Object.entries(refused)].filter(
    ([name]) => name !== 'price_moved',
  )
  return [
    { what: 'orders acknowledged', value: acknowledged, holds: acknowledged > 0 },
    { what: 'calls that failed', value: wordsOfCounts(failed), holds: failed.length === 0 },
    atMost('lost', lost, 0),
    atMost('doubled', doubled, 0),
    atMost('differences of the audit', auditDifferences, 0),
  ]
}
