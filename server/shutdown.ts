// Ends the serving of requests without cutting off those who are being served.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

/** Takes nothing new and lets what is on the way finish; what is slower than the limit is cut off. */
export async function closeWithin(app: FastifyInstance, limitMs: number): Promise<void> {
  // A browser keeps its connection after the answer and opens others in advance; nobody waits for those.
  const idle = setInterval(() => closeUnused(app.server), 50)
  const limit = setTimeout(() => app.server.closeAllConnections(), limitMs)
  await app.close()
  clearInterval(idle)
  clearTimeout(limit)
}

const unused = new WeakMap<Server, Set<Socket>>()

/** Remembers which connections have no request under way; Node itself forgets those that never had one. */
export function watchConnections(server: Server): void {
  const sockets = new Set<Socket>()
  unused.set(server, sockets)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    sockets.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) sockets.add(socket)
    })
  })
}

function closeUnused(server: Server): void {
  for (const socket of unused.get(server) ?? []) socket.destroy()
}
