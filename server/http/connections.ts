// Tracks which connections have a request in progress, so that shutdown closes none of these.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

interface Connection {
  /** Responses that are not completely sent, or whose requests have not completely arrived. */
  readonly inProgress: Set<ServerResponse>
  idleSince: number
  /** Bytes read when the connection became idle: more means that a request is arriving. */
  bytesWhenIdle: number
  /** How many checks in a row have found the connection idle. */
  looks: number
}

export interface Connections {
  readonly open: ReadonlyMap<Socket, Connection>
  /** The count of accepted connections. */
  readonly accepted: () => number
  /** Whether every response from now on has `connection: close`. */
  readonly closeAfterAnswers: (isLast: boolean) => void
}

const known = new WeakMap<Server, Connections>()
const connectionOf = new WeakMap<Socket, Connection>()

export const connectionsOf = (server: Server): Connections | undefined => known.get(server)

export function watchConnections(app: FastifyInstance): void {
  const { server } = app
  const open = new Map<Socket, Connection>()
  let accepted = 0
  let isLast = false
  server.on('connection', (socket: Socket) => {
    accepted += 1
    const inProgress = new Set<ServerResponse>()
    const connection = { inProgress, idleSince: now(), bytesWhenIdle: 0, looks: 0 }
    open.set(socket, connection)
    connectionOf.set(socket, connection)
    socket.once('close', () => open.delete(socket))
    // Node calls this after the last response; its own version would reset a client that is still sending.
    socket.destroySoon = () => endGracefully(socket)
  })
  // This listener runs before Fastify's, which may answer at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isLast) response.shouldKeepAlive = false
    const connection = open.get(request.socket)
    if (connection !== undefined) follow(connection, request, response)
  })
  // A request on a connection that we have ended cannot be answered, so it is not executed.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.socket?.writableEnded) return done()
    reply.hijack()
    request.raw.socket.destroy()
  })
  known.set(server, {
    open,
    accepted: () => accepted,
    closeAfterAnswers: (wanted) => {
      isLast = wanted
      if (!isLast) return
      for (const { inProgress } of open.values()) {
        for (const response of inProgress) response.shouldKeepAlive = false
      }
    },
  })
}

function follow(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  connection.inProgress.add(response)
  const rest = (): void => {
    connection.inProgress.delete(response)
    connection.idleSince = now()
    connection.bytesWhenIdle = socket.bytesRead
    connection.looks = 0
  }
  response.once('close', () => {
    if (request.complete || socket.destroyed) rest()
    else request.once('close', rest)
  })
}

/** The connections that were idle for `looksMin` checks in a row or for `msMin`. Each call is a check. */
export function unusedOf({ open }: Connections, looksMin: number, msMin: number): Socket[] {
  return [...open].flatMap(([socket, connection]) => {
    const { inProgress, bytesWhenIdle, idleSince } = connection
    if (inProgress.size > 0 || socket.bytesRead !== bytesWhenIdle) return []
    connection.looks += 1
    return connection.looks >= looksMin || now() - idleSince >= msMin ? [socket] : []
  })
}

/** Whether a response has begun on the connection, maybe before its request was complete. */
export const hasAnswer = (socket: Socket): boolean =>
  [...(connectionOf.get(socket)?.inProgress ?? [])].some(({ headersSent }) => headersSent)

/** Time for the client to read the last response and to close its side. */
const lingerMs = 500

/**
 * Ends our side and reads on until the client has ended its own: closing with unread bytes would reset the connection,
 * and the client might lose a response that it has not read yet.
 */
export function endGracefully(socket: Socket, response = ''): void {
  if (socket.writableEnded || socket.destroyed) return
  const linger = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(linger))
  socket.end(response)
}

const now = (): number => performance.now()
