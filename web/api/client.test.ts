// Tests the API client against a real server on loopback: its requests, and its result for every kind of response.
// @vitest-environment node
import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'

import { call as line } from '@tengrand/contract/call.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { listenOnLoopback, type Loopback } from '../testing/loopback.ts'
import { call } from './client.ts'
import { setTokenSource, type TokenSource } from './token-source.ts'

const price = line({
  method: 'GET',
  path: '/api/current-price/:ticker',
  summary: '',
  access: 'public',
  params: z.object({ ticker: z.string() }),
  query: z.object({ limit: z.optional(z.number()), before: z.optional(z.string()) }),
  answer: z.object({ price: z.number() }),
})
const buy = line({
  method: 'POST',
  path: '/api/buy',
  summary: '',
  access: 'signed-in',
  body: z.object({ ticker: z.string(), quantity: z.number() }),
  answer: z.object({ message: z.string() }),
})
const ours = 'Something went wrong on our side. Please try again.'
const askPrice = () => call(price, { params: { ticker: 'AAPL' }, query: {} })
const order = { body: { ticker: 'AAPL', quantity: 5 } }

let server: Loopback
let answer: RequestListener
let seen: { request: IncomingMessage; body: string }[]

beforeEach(async () => {
  seen = []
  server = await listenOnLoopback(async (request, response) => {
    seen.push({ request, body: await text(request) })
    answer(request, response)
  })
  vi.stubEnv('VITE_API_BASE', `${server.origin}/v1`)
})
afterEach(async () => {
  setTokenSource(undefined)
  await server.close()
  vi.unstubAllEnvs()
})

/** Sets a token source: calls carry the first token, and after a 401 the fresh one. */
function giveTokens(first: string, fresh: string | null = first) {
  const onRefused = vi.fn<TokenSource['onRefused']>()
  setTokenSource({
    getToken: async ({ forceRefresh }) => (forceRefresh ? (fresh ?? undefined) : first),
    onRefused,
  })
  return onRefused
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-7' })
    response.end(JSON.stringify(body))
  }

describe('call', () => {
  test('fills in the path and the query, and returns the answer', async () => {
    answer = json(200, { price: 189.12, unknown: true })
    const asked = { params: { ticker: 'A/B?' }, query: { limit: 10, before: undefined } }
    expect(await call(price, asked)).toEqual({ price: 189.12 })
    expect(seen[0]?.request.url).toBe('/v1/current-price/A%2FB%3F?limit=10')
    expect(seen[0]?.request.headers.authorization).toBeUndefined()
  })

  test('takes only what the line describes', () => {
    // @ts-expect-error the line has no body and wants a ticker
    const wrong = () => call(price, { body: {}, query: {} })
    expect(wrong).toBeTypeOf('function')
  })

  test('sends a body as JSON, with the token', async () => {
    answer = json(200, { message: 'Bought.' })
    giveTokens('a.b.c')
    expect(await call(buy, order)).toEqual({ message: 'Bought.' })
    expect(seen[0]?.request.method).toBe('POST')
    expect(seen[0]?.request.headers['content-type']).toBe('application/json')
    expect(seen[0]?.request.headers.authorization).toBe('Bearer a.b.c')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual(order.body)
  })

  test('passes on what the server says no with', async () => {
    const sentence = 'ZZZZ is not one of the 16 stocks you can trade here.'
    answer = json(404, { status: 404, code: 'unknown_ticker', detail: sentence, error: sentence })
    await expect(askPrice()).rejects.toMatchObject({
      name: 'ApiProblem',
      status: 404,
      code: 'unknown_ticker',
      sentence,
      requestId: 'req-7',
    })
  })

  test.each([
    [{ detail: 'ledger asleep' }, 'refused', 'ledger asleep'],
    [{ error: 'ledger asleep' }, 'refused', 'ledger asleep'],
    [{ detail: 'ledger asleep', error: 'Error' }, 'refused', 'ledger asleep'],
    [{ detail: [{ loc: ['body'] }], error: 'ledger asleep' }, 'refused', 'ledger asleep'],
    [{ detail: ' ', error: null }, 'unexpected', ours],
    [{ detail: '<html><h1>Bad Gateway</h1>', error: 502 }, 'unexpected', ours],
    [{ detail: 'x'.repeat(5_000) }, 'refused', `${'x'.repeat(300)}…`],
    [{ code: 'unknown_ticker', detail: '<B> is none.' }, 'unknown_ticker', '<B> is none.'],
    [{ code: 'unknown_ticker', error: 'It is none.' }, 'unknown_ticker', 'It is none.'],
    [{ code: 'unknown_ticker' }, 'unexpected', ours],
    ['ledger asleep', 'unexpected', ours],
    [null, 'unexpected', ours],
  ])('takes from %j what a person can read', async (body, code, sentence) => {
    answer = json(500, body)
    await expect(askPrice()).rejects.toMatchObject({ status: 500, code, sentence })
  })

  test('has words of its own for an error page from between', async () => {
    answer = (_request, response) => response.writeHead(502).end('<h1>Bad Gateway</h1>')
    await expect(askPrice()).rejects.toMatchObject({
      status: 502,
      code: 'unexpected',
      sentence: ours,
    })
  })

  test.each([
    { what: 'another shape', body: { price: 'much' } },
    { what: 'nothing', body: undefined },
  ])('does not take $what for an answer', async ({ body }) => {
    answer = json(200, body)
    await expect(askPrice()).rejects.toMatchObject({ status: 200, code: 'misunderstood' })
  })

  test('says so when the server cannot be reached', async () => {
    await server.close()
    await expect(askPrice()).rejects.toMatchObject({ status: 0, code: 'network' })
  })

  test('says so when the connection breaks in the middle', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"price":', () => response.destroy())
    }
    await expect(askPrice()).rejects.toMatchObject({ status: 0, code: 'network' })
  })

  test('waits 15 seconds for an answer and no longer', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const hurried = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50))
    answer = () => {}
    await expect(askPrice()).rejects.toMatchObject({ status: 0, code: 'timeout' })
    expect(hurried).toHaveBeenCalledWith(15_000)
  })

  test('is quiet about a question that was given up', async () => {
    answer = () => {}
    const giveUp = new AbortController()
    const asked = call(price, { params: { ticker: 'AAPL' }, query: {} }, { signal: giveUp.signal })
    giveUp.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a file', () => {
  const file = line({
    method: 'GET',
    path: '/api/transactions.csv',
    summary: '',
    access: 'signed-in',
    answers: 'text/csv',
    answer: z.string(),
  })
  beforeEach(() => void giveTokens('a.b.c'))

  test.each(['Date,Type\r\n', '123'])('is the text as it came: %j', async (words) => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.end(words)
    }
    expect(await call(file, {})).toBe(words)
    expect(seen[0]?.request.headers.accept).toBe('text/csv')
    expect(seen[0]?.request.headers.authorization).toBe('Bearer a.b.c')
  })

  test('that is refused says why, as everything does', async () => {
    answer = json(503, { code: 'busy', detail: 'Please try again in a moment.' })
    await expect(call(file, {})).rejects.toMatchObject({ code: 'busy', status: 503 })
  })

  test('that breaks off in the middle is none', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.write('Date,Type\r\n', () => response.destroy())
    }
    await expect(call(file, {})).rejects.toMatchObject({ status: 0, code: 'network' })
  })

  test('may take two minutes', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const hurried = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50))
    answer = () => {}
    await expect(call(file, {})).rejects.toMatchObject({ status: 0, code: 'timeout' })
    expect(hurried).toHaveBeenCalledWith(120_000)
  })
})

describe('without a token', () => {
  test.each([
    { who: 'nobody', bearer: undefined },
    {
      who: 'somebody who cannot be asked about just now',
      bearer: { getToken: async () => undefined, onRefused: vi.fn<TokenSource['onRefused']>() },
    },
  ])('nothing is sent for $who', async ({ bearer }) => {
    setTokenSource(bearer)
    await expect(call(buy, order)).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
      sentence: 'Tengrand is not available right now. Please try again in a moment.',
    })
    expect(seen).toEqual([])
  })
})

describe('a 401', () => {
  const refuse = json(401, { code: 'unauthorized', detail: 'Please sign in again.' })

  test('is answered with a fresh token, once', async () => {
    const onRefused = giveTokens('stale', 'fresh')
    answer = (request, response) =>
      request.headers.authorization === 'Bearer fresh'
        ? json(200, { message: 'Bought.' })(request, response)
        : refuse(request, response)
    expect(await call(buy, order)).toEqual({ message: 'Bought.' })
    expect(seen).toHaveLength(2)
    expect(onRefused).not.toHaveBeenCalled()
  })

  test('ends the session when a fresh token is refused too', async () => {
    const onRefused = giveTokens('stale', 'fresh')
    answer = refuse
    await expect(call(buy, order)).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    expect(seen).toHaveLength(2)
    expect(onRefused).toHaveBeenCalledExactlyOnceWith('lost')
  })

  test('ends nothing when a fresh token is not to be had', async () => {
    const onRefused = giveTokens('stale', null)
    answer = refuse
    await expect(call(buy, order)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect(seen).toHaveLength(1)
    expect(onRefused).not.toHaveBeenCalled()
  })

  test('is not answered by somebody who signs in meanwhile', async () => {
    giveTokens('of the first', null)
    const othersRefused = vi.fn<TokenSource['onRefused']>()
    answer = (request, response) => {
      setTokenSource({ getToken: async () => 'of the other', onRefused: othersRefused })
      refuse(request, response)
    }
    await expect(call(buy, order)).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen.map(({ request }) => request.headers.authorization)).toEqual([
      'Bearer of the first',
    ])
    expect(othersRefused).not.toHaveBeenCalled()
  })

  test('from a public call ends nothing', async () => {
    const onRefused = giveTokens('a.b.c')
    answer = refuse
    await expect(askPrice()).rejects.toMatchObject({ status: 401 })
    expect(onRefused).not.toHaveBeenCalled()
  })
})

describe('a 403', () => {
  test.each([
    { code: 'sign_up_closed', refused: [['sign_up_closed']] },
    { code: 'domain_not_allowed', refused: [['domain_not_allowed']] },
    { code: 'foreign_origin', refused: [] },
    { code: undefined, refused: [] },
  ])('of $code ends the session: $refused', async ({ code, refused }) => {
    const onRefused = giveTokens('a.b.c')
    answer = json(403, { code, detail: 'No.' })
    await expect(call(buy, order)).rejects.toMatchObject({ status: 403 })
    expect(onRefused.mock.calls).toEqual(refused)
    expect(seen).toHaveLength(1)
  })
})
