// Clients that take a node's sockets and give nothing: idle ones, and ones that send and read slowly.
import { connect, type Socket } from 'node:net'

export interface Crowd {
  /** How many connections are open now. */
  readonly open: () => number
  readonly leave: () => void
}

/** What one client does once it is connected. */
type Behavior = (socket: Socket) => void

const silent: Behavior = () => undefined

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Keeps the connection open after one answer. */
const afterOneAnswer: Behavior = (socket) => {
  socket.resume().write(request('/healthz'))
}

/** A byte of a header every second. */
const sendsSlowly: Behavior = (socket) => {
  const text = request('/api/current-price/AAPL')
  let sent = 0
  const timer = setInterval(() => socket.write(text[(sent += 1) % text.length] ?? ''), 1_000)
  socket.resume().once('close', () => clearInterval(timer))
}

/** Asks for an endless answer, and reads nothing of it. */
const readsNothing: Behavior = (socket) => {
  socket.pause().write(request('/api/quotes/stream'))
}

export const idleClients = [silent, afterOneAnswer]
export const slowClients = [sendsSlowly, readsNothing]

/** Opens the connections, spread over nodes and behaviors, and opens another for each that the node closes. */
export function openCrowd(
  addresses: readonly string[],
  behaviors: readonly Behavior[],
  count: number,
): Crowd {
  const sockets = new Set<Socket>()
  let isOver = false

  function open(number: number): void {
    const { hostname, port } = new URL(addresses[number % addresses.length] ?? '')
    const behave = behaviors[Math.floor(number / addresses.length) % behaviors.length] ?? silent
    const socket = connect(Number(port), hostname, () => behave(socket))
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      if (!isOver) setTimeout(() => !isOver && open(number), 1_000)
    })
  }

  for (let number = 0; number < count; number += 1) open(number)
  return {
    open: () => [...sockets].filter(({ readyState }) => readyState === 'open').length,
    leave: () => {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}
