// Listens on a free loopback port until the end of the test, or finds a free port.
import type { Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'

import { onTestFinished } from 'vitest'

import type { AtEnd } from './world.ts'

/** Returns the port. */
export async function listenOnLoopback(
  server: Server | HttpServer,
  atEnd: AtEnd = onTestFinished,
): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Finds a port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
