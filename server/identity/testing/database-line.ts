// A proxy to the database that a test can cut.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import type { Connection } from '../../db/handle.ts'

export interface DatabaseLine {
  readonly connection: Connection
  readonly cut: () => Promise<void>
}

export async function lineTo(connection: Connection): Promise<DatabaseLine> {
  if (!('host' in connection)) throw new Error('A line needs the parts of an address.')
  const { host, port } = connection
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => near.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  onTestFinished(cut)
  const { port: nearPort } = server.address() as AddressInfo
  return { connection: { ...connection, host: '127.0.0.1', port: nearPort }, cut }
}
