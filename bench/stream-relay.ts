// The baseline of the live stream: copies the bytes of one stream to every reader, with node:http alone:
// `stream-relay.ts <address>`.
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const [address = ''] = process.argv.slice(2)
const readers = new Set<ServerResponse>()

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
  readers.add(response)
  response.on('close', () => readers.delete(response))
}).listen(0, '127.0.0.1', () => {
  get(`${address}/api/quotes/stream`, (stream) => {
    stream.on('data', (chunk: Buffer) => {
      for (const reader of readers) reader.write(chunk)
    })
    const { port } = server.address() as AddressInfo
    process.stdout.write(`ready at http://127.0.0.1:${port}\n`)
  })
})
