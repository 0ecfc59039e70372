// What the server frame costs: processor time of a call that does nothing, against a bare node:http server in the same run.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { start, startProduct, type Running } from './product.ts'
import { usageOf } from './usage.ts'

const connections = 32
const requests = 16_000

export default async function measure(say: (line: string) => void): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  const product = await startProduct(dataDir)
  const bare = await start('bare-server.ts')
  const peer = await microsecondsPerRequest(bare, '/')
  const ours = await microsecondsPerRequest(product, '/healthz')
  say(`node:http, a bare server  ${peer.toFixed(0).padStart(5)} µs of processor time a request`)
  say(`GET /healthz              ${ours.toFixed(0).padStart(5)} µs`)
  say(`ratio                     ${(ours / peer).toFixed(2).padStart(5)}`)
  await bare.stop()
  await product.stop()
  await rm(dataDir, { recursive: true })
}

/** Time of the processor, because the client needs more of it than the server does. */
async function microsecondsPerRequest({ address, pid }: Running, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const askFor = async (count: number): Promise<void> => {
    for (let asked = 0; asked < count; asked += 1) await ask(`${address}${path}`, agent)
  }
  const askAll = (count: number) =>
    Promise.all(Array.from({ length: connections }, () => askFor(count / connections)))
  await askAll(requests / 4)
  const before = usageOf(pid).cpuSeconds
  await askAll(requests)
  agent.destroy()
  return ((usageOf(pid).cpuSeconds - before) * 1e6) / requests
}

const ask = (url: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
