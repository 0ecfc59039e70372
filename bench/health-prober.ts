// Asks a server every few milliseconds whether it is alive: `health-prober.ts <address>`; each message over IPC is answered with the worst time since the last.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const [address = ''] = process.argv.slice(2)
const everyMs = 5
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let worstMs = 0

process.on('disconnect', () => process.exit())
process.on('message', () => {
  process.send?.(worstMs)
  worstMs = 0
})

const ask = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get(`${address}/healthz`, { agent }, (response) => {
      response.resume().on('end', resolve)
    }).on('error', reject)
  })

for (;;) {
  const from = performance.now()
  await ask()
  worstMs = Math.max(worstMs, performance.now() - from)
  await sleep(everyMs)
}
