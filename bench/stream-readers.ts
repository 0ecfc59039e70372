// Opens many live streams in one process: `stream-readers.ts <address> <readers>`; an IPC message starts a measurement.
import { get } from 'node:http'

import type { Measured, Opened } from './streams.bench.ts'

const [address = '', readers = '0'] = process.argv.slice(2)
const perClass = 100
const openingAtOnce = 50

interface Seen {
  readonly first: number
  readonly bornAt: number
  last: number
  count: number
}

let seen = new Map<string, Seen>()
let isMeasuring = false
const opened = { open: 0, refused: new Map<string, number>(), ended: 0 }

process.on('disconnect', () => process.exit())
process.on('message', (seconds: number) => {
  seen = new Map()
  isMeasuring = true
  setTimeout(report, seconds * 1000)
})

const from = performance.now()
const queue = Array.from({ length: Number(readers) }, (_, index) => index).values()
await Promise.all(
  Array.from({ length: openingAtOnce }, async () => {
    for (const index of queue) await open(index)
  }),
)
process.send?.({
  open: opened.open,
  refused: [...opened.refused].map(([why, count]) => `${count} × ${why}`),
  ms: performance.now() - from,
} satisfies Opened)

/** Every classroom of readers has its own client address. Resolves on the first event. */
function open(index: number): Promise<void> {
  const classroom = Math.floor(index / perClass)
  const headers = { 'x-forwarded-for': `10.0.${classroom >> 8}.${classroom & 255}` }
  return new Promise((resolve) => {
    const refuse = (why: string): void => {
      opened.refused.set(why, (opened.refused.get(why) ?? 0) + 1)
      resolve()
    }
    get(`${address}/api/quotes/stream`, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200) {
        response.resume()
        refuse(`status ${response.statusCode}`)
        return
      }
      opened.open += 1
      let text = ''
      response.setEncoding('latin1').on('data', (chunk: string) => {
        text = take(text + chunk)
        resolve()
      })
      response.once('close', () => (opened.ended += 1)).on('error', () => undefined)
    }).on('error', (error: Error & { code?: string }) => refuse(error.code ?? error.message))
  })
}

/** Counts the complete events and returns the incomplete rest. */
function take(text: string): string {
  const end = text.lastIndexOf('\n\n')
  if (end === -1) return text
  if (isMeasuring) {
    for (const [, id = ''] of text.slice(0, end).matchAll(/^id: (\S+)\nevent: change$/gm)) {
      note(id, text)
    }
  }
  return text.slice(end + 2)
}

function note(id: string, text: string): void {
  const now = performance.timeOrigin + performance.now()
  const known = seen.get(id)
  if (known === undefined) {
    const instants = [...text.matchAll(/"at":"([^"]+)"/g)].map(([, at = '']) => Date.parse(at))
    seen.set(id, { first: now, bornAt: Math.max(...instants), last: now, count: 1 })
    return
  }
  known.last = now
  known.count += 1
}

function report(): void {
  isMeasuring = false
  // Events at the start and the end of the measurement did not reach every reader.
  const whole = [...seen.values()].filter(({ count }) => count === opened.open - opened.ended)
  process.send?.({
    ended: opened.ended,
    events: seen.size,
    received: [...seen.values()].reduce((sum, { count }) => sum + count, 0),
    spreadsMs: whole.map(({ first, last }) => last - first),
    delaysMs: whole.map(({ last, bornAt }) => last - bornAt),
  } satisfies Measured)
}
