// What the server frame costs: requests per second of a call that does nothing, against a bare node:http server in the same run.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { start, startProduct } from './product.ts'

const connections = 32
const seconds = 3

export default async function measure(say: (line: string) => void): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  const product = await startProduct(dataDir)
  const bare = await start('bare-server.ts')
  const peer = await requestsPerSecond(bare.address)
  const ours = await requestsPerSecond(`${product.address}/healthz`)
  say(`node:http, a bare server     ${peer.toFixed(0).padStart(7)} requests/s`)
  say(`GET /healthz                 ${ours.toFixed(0).padStart(7)} requests/s`)
  say(`ratio                        ${(ours / peer).toFixed(2).padStart(7)}`)
  await bare.stop()
  await product.stop()
  await rm(dataDir, { recursive: true })
}

async function requestsPerSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + seconds * 1000
  let count = 0
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      await ask(url, agent)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  agent.destroy()
  return count / seconds
}

const ask = (url: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
