// `npm run test:failover`: machines of an installation die, freeze and change places while learners trade, and every order
// that was acknowledged must be there afterwards. Three database machines and two nodes, as deploy/patroni says.
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { print, runCommand, type CommandDeps } from '../server/command.ts'
import { openDb } from '../server/db/handle.ts'
import { StartProblem } from '../server/errors.ts'
import { events } from './failover-events.ts'
import { printHeader, printRound, streamCount, verdictOn } from './failover-report.ts'
import { playRound, type RoundResult, type World } from './failover-round.ts'
import { startNodeMachine, startProxy } from './node-machine.ts'
import { startCluster } from './patroni.ts'
import { makeFolder, requirePrograms, requireRoot } from './programs.ts'
import { report } from './report.ts'
import { openStreams } from './streams.ts'
import { startTraffic } from './traffic.ts'
import { judge } from './verdict.ts'
import { judgeWaiting, startWaitingOrders, type WaitingOrders } from './waiting-orders.ts'

/** The learners' tokens last for an hour. */
const roundsMax = 30
const programs = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/psql': 'postgresql-client-15',
  patroni: 'patroni',
  '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  unshare: 'util-linux',
  setpriv: 'util-linux',
}

await runCommand(async (deps) => {
  print(
    'This needs root, and the Debian packages postgresql-15, patroni, python3-etcd, etcd-server and haproxy.',
  )
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const rounds = Number(positionals[0] ?? 20)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > roundsMax) {
    throw new StartProblem(
      `This takes the number of rounds, 1 to ${roundsMax}, and --keep to keep the logs.`,
    )
  }
  requireRoot()
  requirePrograms(programs)
  return Promise.race([drill(deps, rounds, values.keep), untilAborted(deps.signal)])
})

/** Returns the exit code. */
async function drill(
  { closing, signal }: CommandDeps,
  rounds: number,
  keep: boolean,
): Promise<number> {
  const folder = await makeFolder(closing, { keep })
  print(`The logs are in ${folder}${keep ? '' : ' until the end'}.`)
  const cluster = await startCluster(closing, { folder, signal })
  const { ports } = cluster
  const nodes = [
    await startNodeMachine(closing, { name: 'node1', folder: join(folder, 'node1'), ports }),
    await startNodeMachine(closing, { name: 'node2', folder: join(folder, 'node2'), ports }),
  ]
  const observer = await startProxy(closing, { folder: join(folder, 'observer'), ports })
  const db = openDb(
    { connectionString: observer.url },
    { unlimited: true, onLost: () => undefined },
  )
  closing.defer(() => db.close())
  const addresses = nodes.map(({ address }) => address)
  const traffic = await startTraffic({ addresses, learners: 64, perSecond: 140, signal })
  const waiting = await startWaitingOrders({ addresses, learners: 10, first: 1_000, signal })
  const over = new AbortController()
  closing.defer(() => over.abort())
  const streams = openStreams({ addresses, count: streamCount, signal: over.signal })
  const world: World = { cluster, nodes, signal, db, traffic, streams }
  const results = await playRounds(world, rounds)
  await Promise.all([traffic.finish(), waiting.finish()])
  return sumUp(world, waiting, results)
}

async function playRounds(world: World, rounds: number): Promise<RoundResult[]> {
  const results: RoundResult[] = []
  printHeader()
  for (let round = 0; round < rounds; round += 1) {
    const event = events[round % events.length]
    if (event === undefined) continue
    const result = await playRound(world, event, Math.floor(round / events.length))
    results.push(result)
    printRound(round + 1, result)
  }
  return results
}

async function sumUp(
  { db, traffic, streams }: World,
  waiting: WaitingOrders,
  results: readonly RoundResult[],
): Promise<number> {
  const verdict = await judge(db, traffic.orders)
  return report(
    verdictOn(results, {
      verdict,
      waiting: await judgeWaiting(db, waiting),
      counts: {
        placed: waiting.placed.size,
        seenFilled: waiting.seenFilled.size,
        reconnections: streams.reconnections(),
      },
    }),
  )
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Interrupted.')), { once: true })
  })
}
