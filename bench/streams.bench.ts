// What many open streams cost: memory while they are open, the time of the processor, and how far apart the first and the last reader hear of the same price.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { start } from './product.ts'
import { usageOf, type Usage } from './usage.ts'

/** What the process of readers says when all of them have been answered. */
export interface Opened {
  readonly open: number
  readonly refused: readonly string[]
  readonly ms: number
}

/** And when it has listened for a while; an event is whole if every reader has it. */
export interface Measured {
  readonly ended: number
  readonly events: number
  readonly received: number
  readonly spreadsMs: readonly number[]
  readonly delaysMs: readonly number[]
}

type Say = (line: string) => void

const readers = 2000
const seconds = 30
/** Of both processes: files, the database and what Node keeps open. */
const otherFiles = 100

export default async function measure(say: Say): Promise<void> {
  if (!existsSync('/proc/self/stat')) return say('skipped: memory and time are read from /proc')
  if (filesMax() < readers + otherFiles) {
    return say(`skipped: ${readers} streams need more open files than ulimit -n ${filesMax()}`)
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  // Readers say from which address they come, because there is a limit for each.
  const env = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', TRUST_PROXY: '1' }
  const product = await start('../server/main.ts', env)
  try {
    await measureStreams(product.address, product.pid, say)
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true })
  }
}

async function measureStreams(address: string, pid: number, say: Say): Promise<void> {
  const before = usageOf(pid)
  const numeric = address.replace('localhost', '127.0.0.1')
  const child = fork(new URL(import.meta.resolve('./stream-readers.ts')), [
    numeric,
    String(readers),
  ])
  const { open, refused, ms } = await messageOf<Opened>(child)
  say(`${row('streams open')}${open} of ${readers} in ${ms.toFixed(0)} ms`)
  if (refused.length > 0) say(`${row('refused')}${refused.join(', ')}`)
  if (open > 0) await measureChanges(child, pid, before, open, say)
  child.disconnect()
  await once(child, 'exit')
}

async function measureChanges(
  child: ChildProcess,
  pid: number,
  before: Usage,
  open: number,
  say: Say,
): Promise<void> {
  const opened = usageOf(pid)
  child.send(seconds)
  let highest = opened.megabytes
  const watch = setInterval(() => (highest = Math.max(highest, usageOf(pid).megabytes)), 500)
  const measured = await messageOf<Measured>(child)
  clearInterval(watch)
  const after = usageOf(pid)
  const perStream = ((opened.megabytes - before.megabytes) * 1024) / open
  const share = (100 * (after.cpuSeconds - opened.cpuSeconds)) / seconds
  say(`${row('memory before')}${before.megabytes.toFixed(0)} MB`)
  say(
    `${row('memory, all open')}${opened.megabytes.toFixed(0)} MB, ${perStream.toFixed(1)} KB each`,
  )
  say(`${row('memory, highest')}${highest.toFixed(0)} MB`)
  say(`${row(`memory ${seconds} s later`)}${after.megabytes.toFixed(0)} MB`)
  say(`${row('streams lost')}${measured.ended}`)
  say(`${row('changes')}${(measured.events / seconds).toFixed(2)}/s`)
  say(`${row('events delivered')}${(measured.received / seconds).toFixed(0)}/s`)
  say(`${row('processor')}${share.toFixed(1)} % of one core`)
  say(`${row('first to last reader')}${spread(measured.spreadsMs)}`)
  say(`${row('price to last reader')}${spread(measured.delaysMs)}`)
}

const row = (name: string): string => name.padEnd(22)

function spread(values: readonly number[]): string {
  if (values.length === 0) return 'no change reached every reader'
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number): string =>
    (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1)
  return `median ${at(0.5)} ms, worst ${at(1)} ms of ${sorted.length} changes`
}

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
