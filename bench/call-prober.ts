// Makes one call again and again, as one learner after the other: `call-prober.ts <address> <token> ...`; each message over IPC
// is answered with the times since the last.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const [address = '', ...tokens] = process.argv.slice(2)
const everyMs = 5
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let asked = 0
let times: number[] = []

process.on('disconnect', () => process.exit())
process.on('message', () => {
  process.send?.(times)
  times = []
})

const ask = (token = ''): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    get(address, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`It answered ${response.statusCode}.`))
      response.resume().on('end', resolve)
    }).on('error', reject)
  })

for (;;) {
  const from = performance.now()
  await ask(tokens[(asked += 1) % tokens.length])
  times.push(performance.now() - from)
  await sleep(everyMs)
}
