// Makes one call every 5 ms: `call-prober.ts <address> <token>`; an IPC message is answered with the latest times.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const [address = '', token = ''] = process.argv.slice(2)
const everyMs = 5
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
let times: number[] = []

process.on('disconnect', () => process.exit())
process.on('message', () => {
  process.send?.(times)
  times = []
})

const call = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get(address, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`It answered ${response.statusCode}.`))
      response.resume().on('end', resolve)
    }).on('error', reject)
  })

for (;;) {
  const from = performance.now()
  await call()
  times.push(performance.now() - from)
  await sleep(everyMs)
}
