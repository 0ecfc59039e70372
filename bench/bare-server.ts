// The peer of bench/http: the least that node:http can do, in a process of its own.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end('{"status":"alive"}')
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://localhost:${(server.address() as AddressInfo).port}\n`)
})
