// An example client program: calls with the types that openapi-typescript generates from the API description.
import { randomUUID } from 'node:crypto'

import createClient from 'openapi-fetch'

import type { components, paths } from '../dist/schema.ts'

/** False if one type is unknown, or a union that includes the other type. */
type Same<A, B> = [A, B] extends [B, A] ? true : false
const isCashANumber: Same<components['schemas']['Portfolio']['cash_balance'], number> = true

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' })
let calls = 0
client.use({
  onResponse: ({ response }) => {
    calls += 1
    return response
  },
})

function assert(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(what)
}

const signedUp = await client.POST('/identity/sign-up/email', {
  body: { email: `${randomUUID()}@school.example`, password: 'correct horse battery' },
})
assert(signedUp.data !== undefined, 'no sign-up')
const { token } = signedUp.data
client.use({
  onRequest: ({ request }) => {
    request.headers.set('authorization', `Bearer ${token}`)
    return request
  },
})

const portfolio = await client.GET('/api/portfolio')
assert(portfolio.data?.cash_balance === 10_000 && isCashANumber, 'no starting cash')

const price = await client.GET('/api/current-price/{ticker}', {
  params: { path: { ticker: 'AAPL' } },
})
assert(price.data !== undefined && price.data.ask > 0, 'no price')

const order = { ticker: 'AAPL', quantity: 2, price: price.data.ask }
const buy = (header: { 'Idempotency-Key': string }, quantity = 2) =>
  client.POST('/api/buy', { params: { header }, body: { ...order, quantity } })
const key = { 'Idempotency-Key': randomUUID() }
const bought = await buy(key)
assert(bought.data?.trade.quantity === 2, `not bought: ${bought.error?.detail}`)
const retried = await buy(key)
assert(retried.data?.cash_balance === bought.data.cash_balance, 'bought twice')

const refused = await buy({ 'Idempotency-Key': randomUUID() }, 1_000)
assert(refused.error?.code === 'insufficient_cash', `not refused: ${refused.error?.code}`)
// The error type has only the codes of this call: any other code would not compile here.
const codes: 'insufficient_cash' = refused.error.code
assert(codes === 'insufficient_cash', 'another code')

const placed = await client.POST('/api/orders', {
  params: { header: { 'Idempotency-Key': randomUUID() } },
  body: { ticker: 'MSFT', type: 'BUY', kind: 'limit', quantity: 1, price: 1, lasts: 'gtc' },
})
assert(placed.data?.state === 'open', 'no order')
const { id } = placed.data
const open = await client.GET('/api/orders', { params: { query: { state: 'open' } } })
assert(open.data?.orders.length === 1, 'no open order')
const cancelled = await client.DELETE('/api/orders/{id}', { params: { path: { id } } })
assert(cancelled.data?.reason === 'learner', 'not cancelled')

const watched = await client.PUT('/api/watchlist', { body: { tickers: ['NVDA', 'AAPL'] } })
assert(watched.data?.tickers[0] === 'NVDA', 'no watchlist')
const lines = await client.GET('/api/transactions', { params: { query: { limit: 10 } } })
assert(lines.data?.transactions[0]?.type === 'BUY', 'no transaction')
const ranking = await client.GET('/api/leaderboard')
assert(ranking.data?.you === null, 'ranked too early')

process.stdout.write(`${calls} calls\n`)
