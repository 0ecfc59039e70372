// The product on a demo world where no price stands still, and a learner in it who holds every stock.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'

import type { APIRequestContext, APIResponse } from '@playwright/test'
import { cents, fromDollars, toDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { demoLearner } from '../server/demo/people.ts'
import { withoutBudgets } from './learners.ts'
import { start } from './product.ts'

export interface RestlessWorld {
  readonly address: string
  /** How many changes have been told up to now, each of every price. */
  readonly changes: () => number
}

export async function openRestlessWorld(closing: AsyncDisposableStack): Promise<RestlessWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  closing.defer(() => rm(dataDir, { recursive: true }))
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...withoutBudgets }
  const made = spawnSync(process.execPath, [join(import.meta.dirname, '../server/demo.ts')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  })
  if (made.status !== 0) throw new Error(`There is no demo world: ${made.stderr.toString()}`)
  const product = await start('../server/main.ts', env)
  closing.defer(() => product.stop())
  return openDoor(product.address, closing)
}

/** The learner of the demo gets a share of every stock, and some hundred trades; says what it has come to. */
export async function signIn(calls: APIRequestContext): Promise<string> {
  const { email, password } = demoLearner
  await answerOf(calls.post('/identity/sign-in/email', { data: { email, password } }))
  const { token } = await answerOf<{ token: string }>(calls.get('/identity/token'))
  const headers = { authorization: `Bearer ${token}` }
  const portfolio = () => answerOf<Portfolio>(calls.get('/api/portfolio', { headers }))
  const trade = async (way: 'buy' | 'sell', ticker: string, quantity = 1): Promise<void> => {
    const { price } = await answerOf<{ price: number }>(calls.get(`/api/current-price/${ticker}`))
    await answerOf(calls.post(`/api/${way}`, { headers, data: { ticker, quantity, price } }))
  }
  const { holdings: before } = await portfolio()
  // What there are several of makes room for one of each, but for what open orders hold.
  for (const { ticker, quantity, free_quantity } of before) {
    const spare = Math.min(quantity - 1, free_quantity)
    if (spare > 0) await trade('sell', ticker, spare)
  }
  for (const ticker of tickers)
    if (!before.some((holding) => holding.ticker === ticker)) await trade('buy', ticker)
  for (let round = 0; round < 6; round += 1) {
    for (const ticker of tickers) await trade('buy', ticker).then(() => trade('sell', ticker))
  }
  const csv = await calls.get('/api/transactions.csv', { headers })
  const trades = (await csv.text()).trim().split('\n').length - 1
  return `${(await portfolio()).holdings.length} holdings after ${trades} trades`
}

interface Portfolio {
  readonly holdings: readonly {
    readonly ticker: string
    readonly quantity: number
    readonly free_quantity: number
  }[]
}

async function answerOf<T>(asked: Promise<APIResponse>): Promise<T> {
  const answer = await asked
  if (!answer.ok()) throw new Error(`${answer.url()} says: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Everything goes through it as it is, except the live stream. */
async function openDoor(product: string, closing: AsyncDisposableStack): Promise<RestlessWorld> {
  let changes = 0
  const target = product.replace('localhost', '127.0.0.1')
  const server = createServer((asked, answer) => {
    passOn(asked, answer, target, () => (changes += 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.defer(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  const { port } = server.address() as AddressInfo
  return { address: `http://localhost:${port}`, changes: () => changes }
}

function passOn(
  asked: IncomingMessage,
  answer: ServerResponse,
  target: string,
  onChange: () => void,
): void {
  const { url = '/', method, headers } = asked
  const onward = request(`${target}${url}`, { method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    if (url === '/api/quotes/stream') got.pipe(withoutRest(onChange)).pipe(answer)
    else got.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
}

interface Quote {
  readonly ticker: string
  readonly price: number
  readonly at: string
}

/**
 * A cheap stock keeps its price for seconds in a calm hour, which would spare the page a third of its work. So whenever
 * the market tells of some changes, all move by some cents: also for a page that looks at every other one.
 */
function withoutRest(onChange: () => void): Transform {
  const real = new Map<string, Quote>()
  let told = 0
  let text = ''

  const move = (quote: Quote, at: string): Quote => {
    const price = toDollars(cents(fromDollars(quote.price) + 13 * (told % 5)))
    return { ...quote, price, at }
  }
  const rewrite = (frame: string): string => {
    const [, head, data] = /^([^]*event: (?:snapshot|change)\ndata: )(.*)$/.exec(frame) ?? []
    if (head === undefined || data === undefined) return frame
    const { quotes } = JSON.parse(data) as { quotes: Quote[] }
    for (const quote of quotes) real.set(quote.ticker, quote)
    const at = quotes[0]?.at ?? ''
    told += 1
    if (head.includes('event: change')) onChange()
    return head + JSON.stringify({ quotes: [...real.values()].map((quote) => move(quote, at)) })
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const frames = (text + chunk.toString()).split('\n\n')
      text = frames.pop() ?? ''
      done(null, frames.map((frame) => `${rewrite(frame)}\n\n`).join(''))
    },
  })
}
