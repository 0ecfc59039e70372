// One learner who asks for everything at once: `abuser.ts <address> <token> <price>`; 'go' over IPC starts it, 'stop' is answered
// with how often each status came.
import { randomUUID } from 'node:crypto'
import { Agent, request, type ClientRequest } from 'node:http'

const [address = '', token = '', price = '1'] = process.argv.slice(2)
const callsPerSecond = 200
const tickMs = 20
const historiesAtOnce = 20

const agent = new Agent({ keepAlive: true })
const order = JSON.stringify({ ticker: 'LYFT', quantity: 1, price: Number(price) })

/** In turn; half of it are the longest reads there are. */
const histories = ['/api/net_worth_history/all', '/api/transactions.csv']
const others = ['/api/buy', '/api/portfolio']

let statuses: Record<string, number> = {}
const underWay = new Set<ClientRequest>()
let historiesUnderWay = 0
let sent = 0
let begun = 0
let timer: NodeJS.Timeout | undefined

const note = (status: string): void => {
  statuses[status] = (statuses[status] ?? 0) + 1
}

/** Where all connections for histories are taken, it is one of the others. */
function send(): void {
  sent += 1
  const isHistory = sent % 2 === 0 && historiesUnderWay < historiesAtOnce
  const paths = isHistory ? histories : others
  const path = paths[(sent >> 1) % paths.length] ?? ''
  const isOrder = path === '/api/buy'
  const asked = request(`${address}${path}`, {
    agent,
    method: isOrder ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(isOrder ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
    },
  })
  underWay.add(asked)
  if (isHistory) historiesUnderWay += 1
  asked.on('response', (response) => {
    note(String(response.statusCode))
    response.resume()
  })
  asked.on('error', () => note('broken off'))
  asked.on('close', () => {
    underWay.delete(asked)
    if (isHistory) historiesUnderWay -= 1
  })
  asked.end(isOrder ? order : undefined)
}

/** A late tick makes up for what it has missed, so that the rate is the same on a machine that has much to do. */
function tick(): void {
  const due = ((performance.now() - begun) / 1000) * callsPerSecond
  while (sent < due) send()
}

process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  clearInterval(timer)
  if (message === 'go') {
    ;[statuses, sent, begun] = [{}, 0, performance.now()]
    timer = setInterval(tick, tickMs)
  } else {
    process.send?.(statuses)
    // What follows is measured without it.
    for (const asked of underWay) asked.destroy()
  }
})
