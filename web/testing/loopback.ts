// A server on loopback, for tests of code that sends real requests.
import { createServer, type RequestListener } from 'node:http'

export type Loopback = Awaited<ReturnType<typeof listenOnLoopback>>

export async function listenOnLoopback(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((done) => void server.close(done))
  }
  return { origin: `http://127.0.0.1:${address.port}`, close }
}
