// Knows of every connection whether a request is under way on it, so that none is closed in the middle of one.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

interface Connection {
  /** The answers that are not sent whole, or whose requests have not arrived whole. */
  readonly underWay: Set<ServerResponse>
  idleSince: number
  /** What had been read by then: more means that a request is arriving. */
  bytesByThen: number
  /** So many looks have found it idle since then. */
  looks: number
}

export interface Connections {
  readonly open: ReadonlyMap<Socket, Connection>
  /** How many there were so far. */
  readonly taken: () => number
  /** Whether from now on every answer is the last one on its connection, and says so. */
  readonly closeAfterAnswers: (isLast: boolean) => void
}

const known = new WeakMap<Server, Connections>()
const connectionOf = new WeakMap<Socket, Connection>()

/** Undefined where they are not watched. */
export const connectionsOf = (server: Server): Connections | undefined => known.get(server)

export function watchConnections(app: FastifyInstance): void {
  const { server } = app
  const open = new Map<Socket, Connection>()
  let taken = 0
  let isLast = false
  server.on('connection', (socket: Socket) => {
    taken += 1
    const underWay = new Set<ServerResponse>()
    const connection = { underWay, idleSince: now(), bytesByThen: 0, looks: 0 }
    open.set(socket, connection)
    connectionOf.set(socket, connection)
    socket.once('close', () => open.delete(socket))
    // Node calls this after the last answer, and its own would reset a client that is still sending.
    socket.destroySoon = () => endGracefully(socket)
  })
  // Before the framework, which may answer at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isLast) response.shouldKeepAlive = false
    const connection = open.get(request.socket)
    if (connection !== undefined) follow(connection, request, response)
  })
  refuseAfterTheEnd(app)
  known.set(server, {
    open,
    taken: () => taken,
    closeAfterAnswers: (wanted) => {
      isLast = wanted
      if (!isLast) return
      for (const { underWay } of open.values()) {
        for (const response of underWay) response.shouldKeepAlive = false
      }
    },
  })
}

function follow(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  connection.underWay.add(response)
  const rest = (): void => {
    connection.underWay.delete(response)
    connection.idleSince = now()
    connection.bytesByThen = socket.bytesRead
    connection.looks = 0
  }
  response.once('close', () => {
    if (request.complete || socket.destroyed) rest()
    else request.once('close', rest)
  })
}

/** What comes on a connection that we have ended could not be answered any more, so it is not done either. */
function refuseAfterTheEnd(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.socket?.writableEnded) return done()
    reply.hijack()
    request.raw.socket.destroy()
  })
}

/** Which connections are unused: idle for so many looks in a row, or already for so long. */
export function unusedOf({ open }: Connections, looksMin: number, msMin: number): Socket[] {
  return [...open].flatMap(([socket, connection]) => {
    const { underWay, bytesByThen, idleSince } = connection
    if (underWay.size > 0 || socket.bytesRead !== bytesByThen) return []
    connection.looks += 1
    return connection.looks >= looksMin || now() - idleSince >= msMin ? [socket] : []
  })
}

/** Whether the request that is arriving has been answered, in part or whole, before it was there. */
export const hasAnswer = (socket: Socket): boolean =>
  [...(connectionOf.get(socket)?.underWay ?? [])].some(({ headersSent }) => headersSent)

/** Long enough for the other side to read what was sent last, and to hang up as well. */
const lingerMs = 500

/**
 * Ends our side and reads on until the other side has ended its own: closing with unread bytes would reset the
 * connection, and the other side might lose the answer that it has not read yet.
 */
export function endGracefully(socket: Socket, response?: string): void {
  if (socket.writableEnded || socket.destroyed) return
  const patience = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(patience))
  if (response === undefined) socket.end()
  else socket.end(response)
}

const now = (): number => performance.now()
