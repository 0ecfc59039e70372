// Opens the demo behind a proxy that changes every price whenever one changes, and signs in a learner who holds every stock.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Transform } from 'node:stream'

import type { APIRequestContext, APIResponse, Page } from '@playwright/test'
import { cents, fromDollars, toDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { demoLearner } from '../server/demo/people.ts'
import { withoutBudgets } from './learners.ts'
import { startProduct } from './product.ts'

export interface MovingPrices {
  readonly address: string
  /** The number of events sent so far; each event has every price. */
  readonly changes: () => number
}

export async function openMovingPrices(
  closing: AsyncDisposableStack,
  root: string,
): Promise<MovingPrices> {
  const { address } = await startProduct(closing, {
    root,
    env: { LOG_LEVEL: 'warn', ...withoutBudgets },
    prepare: (env) => {
      const demo = spawnSync(process.execPath, [join(root, 'server/demo.ts')], { env })
      if (demo.status !== 0) throw new Error(`The demo failed: ${demo.stderr.toString()}`)
    },
  })
  return openProxy(address, closing)
}

/** Gives the learner of the demo a share of every stock and some hundred trades; returns a summary. */
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
  // Sells all but one share of each stock to raise cash; shares reserved by open orders stay.
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

/** The counting runs outside the recordings, so that it is not measured. */
const countingSeconds = 15

/** Fails unless the page shows every stock, with another price about every two seconds. */
export async function countPrices(page: Page): Promise<string> {
  const market = page.locator('section', { has: page.getByRole('heading', { name: 'Market' }) })
  const counts = await market.evaluate(async (card, seconds) => {
    const links = [...card.querySelectorAll('a')]
    const read = () => links.map((link) => link.querySelector('.tabular-nums')?.textContent)
    const changes = links.map(() => 0)
    let last = read()
    const observer = new MutationObserver(() => {
      const now = read()
      for (const [index, price] of now.entries()) {
        if (price !== last[index]) changes[index] = (changes[index] ?? 0) + 1
      }
      last = now
    })
    observer.observe(card, { subtree: true, childList: true, characterData: true })
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    observer.disconnect()
    return changes
  }, countingSeconds)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  const words = `${counts.length} prices, ${fewest} to ${most} changes of each in ${countingSeconds} s`
  if (counts.length === tickers.length && fewest >= countingSeconds * 0.4) return words
  throw new Error(`The page does not show what is to be measured: ${words}.`)
}

interface Portfolio {
  readonly holdings: readonly {
    readonly ticker: string
    readonly quantity: number
    readonly free_quantity: number
  }[]
}

async function answerOf<T>(call: Promise<APIResponse>): Promise<T> {
  const answer = await call
  if (!answer.ok()) throw new Error(`${answer.url()} says: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Forwards every request unchanged, except the live stream. */
async function openProxy(product: string, closing: AsyncDisposableStack): Promise<MovingPrices> {
  let changes = 0
  const target = product.replace('localhost', '127.0.0.1')
  const server = createServer((incoming, answer) => {
    passOn(incoming, answer, target, () => (changes += 1))
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
  incoming: IncomingMessage,
  answer: ServerResponse,
  target: string,
  onChange: () => void,
): void {
  const { url = '/', method, headers } = incoming
  const onward = request(`${target}${url}`, { method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    if (url === '/api/quotes/stream') got.pipe(moveAll(onChange)).pipe(answer)
    else got.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

interface Quote {
  readonly ticker: string
  readonly price: number
  readonly at: string
}

/**
 * Every event moves all prices by some cents. Real prices of a cheap stock can stay the same for seconds, which would
 * save the page a third of its work. Five events in a row differ, also for a page that skips every other one.
 */
function moveAll(onChange: () => void): Transform {
  const real = new Map<string, Quote>()
  let events = 0
  let text = ''

  const move = (quote: Quote, at: string): Quote => {
    const price = toDollars(cents(fromDollars(quote.price) + 13 * (events % 5)))
    return { ...quote, price, at }
  }
  const rewrite = (frame: string): string => {
    const [, head, data] = /^([^]*event: (?:snapshot|change)\ndata: )(.*)$/.exec(frame) ?? []
    if (head === undefined || data === undefined) return frame
    const { quotes } = JSON.parse(data) as { quotes: Quote[] }
    for (const quote of quotes) real.set(quote.ticker, quote)
    const at = quotes[0]?.at ?? ''
    events += 1
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
