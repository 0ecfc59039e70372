// What many open price streams cost: memory, processor time, and the delay between the first and the last reader of the
// same price. A relay that only copies the bytes is measured alternately. `npm run bench streams 500` opens 500 instead
// of 2,000; with the folder of another checkout, its server is measured too.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import {
  numberIn,
  startProduct,
  startServer,
  versionsOf,
  type Running,
  type Say,
} from './product.ts'
import { median, quantile } from './times.ts'
import { usageOf, type Usage } from './usage.ts'

/** The first message of the readers' process, when all requests have been answered. */
export interface Opened {
  readonly open: number
  readonly refused: readonly string[]
  readonly ms: number
}

/** The second message, after some seconds. The spreads and delays are of events that every reader got. */
export interface Measured {
  readonly ended: number
  readonly events: number
  readonly received: number
  readonly spreadsMs: readonly number[]
  readonly delaysMs: readonly number[]
}

const rounds = 2
const seconds = 15
/** File descriptors that a process needs besides the streams. */
const otherFiles = 100

export default async function measure(say: Say, args: readonly string[]): Promise<void> {
  if (!existsSync('/proc/self/stat')) return say('skipped: memory and time are read from /proc')
  const readers = numberIn(args, 2000)
  if (filesMax() < readers + otherFiles) {
    return say(`skipped: ${readers} streams need more open files than ulimit -n ${filesMax()}`)
  }
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const shares: number[] = []
    for (const { name, root } of versionsOf(args)) {
      await using closing = new AsyncDisposableStack()
      // TRUST_PROXY lets readers send different client addresses, because streams are limited per address.
      const env = { LOG_LEVEL: 'warn', TRUST_PROXY: '1' }
      const product = await startProduct(closing, { root, env })
      say(`round ${round}, ${name}`)
      shares.push(await measureStreams(product, readers, say))
      if (shares.length > 1) continue
      const relay = await startRelay(closing, product)
      say(`round ${round}, the relay`)
      ratios.push((shares[0] ?? Number.NaN) / (await measureStreams(relay, readers, say)))
    }
    const [own = Number.NaN, other] = shares
    if (other !== undefined) say(`processor ÷ the other version: ${(own / other).toFixed(2)}`)
  }
  say(`processor ÷ the relay, each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
}

const startRelay = (closing: AsyncDisposableStack, { address, dataDir }: Running) =>
  startServer(closing, {
    script: fileURLToPath(import.meta.resolve('./stream-relay.ts')),
    args: [address],
    env: {},
    dataDir,
  })

/** The processor time for one delivered event. */
async function measureStreams(server: Running, readers: number, say: Say): Promise<number> {
  const before = usageOf(server.pid)
  const address = server.address.replace('localhost', '127.0.0.1')
  const script = new URL(import.meta.resolve('./stream-readers.ts'))
  const child = fork(script, [address, String(readers)])
  const { open, refused, ms } = await messageOf<Opened>(child)
  say(row('streams open', `${open} of ${readers} in ${ms.toFixed(0)} ms`))
  if (refused.length > 0) say(row('refused', refused.join(', ')))
  const perEvent = await measureChanges(child, { pid: server.pid, before, open, say })
  child.disconnect()
  await once(child, 'exit')
  return perEvent
}

interface Streams {
  readonly pid: number
  readonly before: Usage
  readonly open: number
  readonly say: Say
}

async function measureChanges(
  child: ChildProcess,
  { pid, before, open, say }: Streams,
): Promise<number> {
  const opened = usageOf(pid)
  child.send(seconds)
  let highest = opened.megabytes
  const watch = setInterval(() => (highest = Math.max(highest, usageOf(pid).megabytes)), 500)
  const measured = await messageOf<Measured>(child)
  clearInterval(watch)
  const after = usageOf(pid)
  const perStream = ((opened.megabytes - before.megabytes) * 1024) / open
  const cpuSeconds = after.cpuSeconds - opened.cpuSeconds
  const megabytes = [before.megabytes, opened.megabytes, highest, after.megabytes]
  const [first, all, most, last] = megabytes.map((amount) => amount.toFixed(0))
  say(
    row(
      'memory',
      `${first} MB, with all streams ${all} MB (${perStream.toFixed(1)} KB each), at most ${most} MB, at the end ${last} MB`,
    ),
  )
  say(
    row(
      'events',
      `${(measured.events / seconds).toFixed(2)} changes/s, ${(measured.received / seconds).toFixed(0)} delivered/s, ${measured.ended} streams lost`,
    ),
  )
  say(
    row(
      'processor',
      `${((100 * cpuSeconds) / seconds).toFixed(1)} % of one core, ${((1e6 * cpuSeconds) / measured.received).toFixed(1)} µs an event`,
    ),
  )
  say(row('first to last reader', spread(measured.spreadsMs)))
  say(row('price to last reader', spread(measured.delaysMs)))
  return cpuSeconds / measured.received
}

const row = (name: string, text: string): string => `  ${name.padEnd(22)}${text}`

const spread = (values: readonly number[]): string =>
  values.length === 0
    ? 'no change reached every reader'
    : `median ${median(values).toFixed(1)} ms, worst ${quantile(values, 1).toFixed(1)} ms of ${values.length} changes`

const filesMax = (): number =>
  Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 0)

async function messageOf<Message>(child: ChildProcess): Promise<Message> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The readers have ended early')
    }),
  ])
  return message as Message
}
