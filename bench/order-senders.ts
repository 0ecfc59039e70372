// Sends orders over many connections in a process of its own: `order-senders.ts <port>`; each message over IPC is a task.
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** One connection for each token. */
export interface Task {
  readonly tokens: readonly string[]
  readonly seconds: number
  readonly dollars: number
  /** More fields of each order. */
  readonly more?: object | undefined
}

export interface Sent {
  /** The number of orders answered with a trade, including the warm-up. */
  readonly acknowledged: number
  readonly refused: Record<string, number>
  /** This rate and the latencies below exclude the warm-up. */
  readonly perSecond: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const [port = '0'] = process.argv.slice(2)
const warmUpMs = 1000

process.on('disconnect', () => process.exit())
process.on('message', (task: Task) => {
  void send(task).then((sent) => process.send?.(sent))
})

async function send({ tokens, seconds, dollars, more }: Task): Promise<Sent> {
  const tally = { acknowledged: 0, refused: {} as Record<string, number>, times: [] as number[] }
  const from = performance.now() + warmUpMs
  const until = from + seconds * 1000
  const note = (status: string, sentAt: number, at: number): void => {
    if (status !== '200') {
      tally.refused[status] = (tally.refused[status] ?? 0) + 1
      return
    }
    tally.acknowledged += 1
    if (at > from && at <= until) tally.times.push(at - sentAt)
  }
  await Promise.all(tokens.map((token) => keepSending(token, { dollars, more, until, note })))
  const times = Float64Array.from(tally.times).toSorted()
  const part = (share: number): number =>
    times[Math.floor(share * (times.length - 1))] ?? Number.NaN
  return {
    acknowledged: tally.acknowledged,
    refused: tally.refused,
    perSecond: times.length / seconds,
    meanMs: times.reduce((sum, time) => sum + time, 0) / times.length,
    p50Ms: part(0.5),
    p99Ms: part(0.99),
  }
}

interface SendOptions extends Pick<Task, 'dollars' | 'more'> {
  readonly until: number
  readonly note: (status: string, sentAt: number, at: number) => void
}

/** Sends orders one by one over a plain socket: an HTTP client would take processor time from the measured server. */
function keepSending(token: string, { dollars, more, until, note }: SendOptions): Promise<void> {
  const body = JSON.stringify({ ticker: 'LYFT', quantity: 1, price: dollars, ...more })
  const head =
    `POST /api/buy HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: `
  return new Promise((resolve, reject) => {
    let sentAt = 0
    let received = ''
    const write = (socket: Socket): void => {
      sentAt = performance.now()
      socket.write(`${head}${randomUUID()}\r\n\r\n${body}`, 'latin1')
    }
    const socket = connect(Number(port), '127.0.0.1', () => write(socket))
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
      if (!isWhole(received)) return
      const at = performance.now()
      note(received.slice(9, 12), sentAt, at)
      received = ''
      if (at < until) write(socket)
      else socket.end()
    })
    socket.on('error', reject).on('close', () => resolve())
  })
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1]
  return length !== undefined && answer.length >= end + 4 + Number(length)
}
