// Stand-ins for a connection pooler, over a real socket: one that refuses a setting, one that loses notifications, and one
// that stops answering.
import { connect, createServer, type Socket } from 'node:net'

import type { ConnectionParts } from '../db/handle.ts'
import { listenOnLoopback } from './loopback.ts'

/** Answers every connection as PgBouncer answers a startup parameter that it does not know. Returns the port. */
export function startRefusingPooler(): Promise<number> {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout', '', '']
  const body = Buffer.from(fields.join('\0'))
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return listenOnLoopback(
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(Buffer.concat([head, body])))
    }),
  )
}

/** Passes everything on except notifications. Returns the port. */
export function startDeafPooler({ host, port }: ConnectionParts): Promise<number> {
  const path = `${host}/.s.PGSQL.${port}`
  return listenOnLoopback(
    createServer((client) => {
      const server = connect(path)
      client.pipe(server)
      passMessages(server, client)
      for (const socket of [client, server]) socket.on('error', () => undefined)
      client.on('close', () => server.destroy())
    }),
  )
}

/** Passes everything on until it is frozen; then connections stay open without a word. */
export async function startFreezingPooler({ host, port }: ConnectionParts) {
  let isFrozen = false
  const own = await listenOnLoopback(
    createServer((client) => {
      const server = connect(`${host}/.s.PGSQL.${port}`)
      client.pipe(server)
      server.on('data', (chunk) => !isFrozen && client.write(chunk))
      for (const socket of [client, server]) socket.on('error', () => undefined)
      client.on('close', () => server.destroy())
    }),
  )
  return { port: own, freeze: () => (isFrozen = true) }
}

/** A message of the server is a letter, its length, and its text; a notification has the letter A. */
function passMessages(server: Socket, client: Socket): void {
  let received = Buffer.alloc(0)
  server.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 5) {
      const end = 1 + received.readInt32BE(1)
      if (received.length < end) return
      if (received[0] !== 'A'.charCodeAt(0)) client.write(received.subarray(0, end))
      received = received.subarray(end)
    }
  })
  server.on('end', () => client.end())
}
