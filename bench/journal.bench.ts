// What a reason and a forecast cost an order: the same orders with and without them, and without them on another version
// whose folder is given, in alternation. `npm run bench journal 1` sends for one second each time, not four.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import type { Sent, Task } from './order-senders.ts'
import {
  numberIn,
  openDatabaseOf,
  startProduct,
  versionsOf,
  type Running,
  type Say,
  type Version,
} from './product.ts'
import { median } from './times.ts'
import { familyCpuSeconds, parentOf, usageOf } from './usage.ts'

const connections = 128
const rounds = 7
const entry = { note: 'The new phone sells better than they expected.', confidence: 70 }

interface Target {
  readonly name: string
  readonly product: Running
  readonly senders: ChildProcess
  readonly task: Task
  readonly postmaster: number
  readonly costs: { readonly meanMs: number; readonly cpuUs: number }[]
}

export default async function measure(say: Say, args: readonly string[]): Promise<void> {
  if (!existsSync('/proc/self/stat')) return say('skipped: processor time is read from /proc')
  await using closing = new AsyncDisposableStack()
  const seconds = numberIn(args, 4)
  const targets: Target[] = []
  for (const [place, version] of versionsOf(args).entries()) {
    const target = await open(closing, version, seconds)
    targets.push(target)
    if (place > 0) continue
    const task = { ...target.task, more: entry }
    targets.push({ ...target, name: `${version.name}, with an entry`, task, costs: [] })
  }
  // The first round warms up the compilers and the caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const cost = await send(target)
      if (round > 0) target.costs.push(cost)
    }
  }
  report(targets, say)
}

async function open(
  closing: AsyncDisposableStack,
  { name, root }: Version,
  seconds: number,
): Promise<Target> {
  const env = { LOG_LEVEL: 'info', ...manySignUps, ...withoutBudgets }
  const product = await startProduct(closing, { root, env })
  const { db } = await openDatabaseOf(product, closing)
  const tokens = await signUpLearners(product.address, connections)
  await db.query('update portfolio set cash_cents = 1000000000000')
  const [row] = await db.query<{ backend: number }>('select pg_backend_pid() as backend')
  const answer = await fetch(`${product.address}/api/current-price/LYFT`)
  const { price: dollars } = (await answer.json()) as { price: number }
  const senders = fork(new URL(import.meta.resolve('./order-senders.ts')), [
    new URL(product.address).port,
  ])
  closing.defer(() => senders.disconnect())
  const postmaster = parentOf(row?.backend ?? 0)
  return { name, product, senders, task: { tokens, seconds, dollars }, postmaster, costs: [] }
}

async function send({ product, senders, task, postmaster }: Target) {
  const cpuSeconds = () => usageOf(product.pid).cpuSeconds + familyCpuSeconds(postmaster)
  const before = cpuSeconds()
  senders.send(task)
  const [sent] = (await once(senders, 'message')) as [Sent]
  if (Object.keys(sent.refused).length > 0) throw new Error(JSON.stringify(sent.refused))
  return { meanMs: sent.meanMs, cpuUs: ((cpuSeconds() - before) * 1e6) / sent.acknowledged }
}

/** Each round is compared with itself, because the load of the machine changes from round to round. */
function report([plain, ...others]: readonly Target[], say: Say): void {
  if (plain === undefined) return
  const goals = [1.05, 1.02]
  say(
    `${connections} connections, median of ${rounds} rounds      time    CPU of server and database`,
  )
  say(
    line(
      plain.name,
      median(plain.costs.map(({ meanMs }) => meanMs)),
      median(plain.costs.map(({ cpuUs }) => cpuUs)),
    ),
  )
  for (const [place, other] of others.entries()) {
    // The other version is what this one is compared with.
    const [above, below] = place === 0 ? [other, plain] : [plain, other]
    const ratioOf = (of: 'meanMs' | 'cpuUs') =>
      median(above.costs.map((cost, round) => cost[of] / (below.costs[round]?.[of] ?? Number.NaN)))
    say(
      line(
        other.name,
        median(other.costs.map(({ meanMs }) => meanMs)),
        median(other.costs.map(({ cpuUs }) => cpuUs)),
      ),
    )
    say(
      `  ratio of ${above.name} to ${below.name}: time ${ratioOf('meanMs').toFixed(3)}, CPU ${ratioOf('cpuUs').toFixed(3)}, goal at most ${goals[place]}`,
    )
  }
}

const line = (name: string, meanMs: number, cpuUs: number): string =>
  `${name.padEnd(42)}${meanMs.toFixed(2).padStart(8)} ms${cpuUs.toFixed(0).padStart(8)} µs`
