// A journey through Prism's proxy, which compares every request and every answer with the description.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { endWithTest } from '../server/testing/end-with-test.ts'
import { freePort } from '../server/testing/loopback.ts'
import { here, readDescription, saveDescription, startProduct } from './product.ts'

interface Violation {
  /** The path of the violation, starting with `request` or `response`. */
  readonly location: readonly string[]
  readonly message: string
}

interface Step {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The status, and for a refusal its code. */
  readonly expected: string
  /** The request breaks the description on purpose. */
  readonly isBad?: boolean
}

/** Starts a Prism proxy; `take` sends requests through it and collects violations of the description. */
async function openProxy(file: string, upstream: string) {
  const port = await freePort()
  const script = join(here, 'node_modules/@stoplight/prism-cli/dist/index.js')
  const child = spawn(process.execPath, [script, 'proxy', file, upstream, '--port', `${port}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithTest(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output += String(chunk)))
  }
  await expect.poll(() => output).toContain('Prism is listening')
  const violations: string[] = []
  const cookies: string[] = []
  const take = async <T>({ method = 'GET', path, ...step }: Step): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(step.body !== undefined && { 'content-type': 'application/json' }),
        ...step.headers,
      },
      ...(step.body !== undefined && { body: JSON.stringify(step.body) }),
    })
    cookies.push(...answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''))
    const text = await answer.text()
    const value = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    const code = answer.ok ? '' : ` ${value.code}`
    expect(`${method} ${path}: ${answer.status}${code}`).toBe(`${method} ${path}: ${step.expected}`)
    const found = JSON.parse(answer.headers.get('sl-violations') ?? '[]') as Violation[]
    const isOfRequest = ({ location: [side] }: Violation) => side === 'request'
    // A bad request must be reported, to prove that Prism compares at all.
    expect(found.some(isOfRequest)).toBe(step.isBad === true)
    for (const violation of found) {
      if (step.isBad && isOfRequest(violation)) continue
      violations.push(`${method} ${path} ${violation.location.join('.')}: ${violation.message}`)
    }
    return value as T
  }
  return { take, violations, cookies }
}

type Take = Awaited<ReturnType<typeof openProxy>>['take']

async function signUp(take: Take) {
  const body = { email: `${randomUUID()}@school.example`, password: 'correct horse battery' }
  const path = '/identity/sign-up/email'
  const { token } = await take<{ token: string }>({ method: 'POST', path, body, expected: '200' })
  return { authorization: `Bearer ${token}` }
}

test('no request and no answer of a journey with refusals breaks the description', async () => {
  const address = await startProduct()
  const { take, violations, cookies } = await openProxy(
    await saveDescription(await readDescription(address)),
    address,
  )
  const headers = await signUp(take)
  const session = { cookie: cookies.join('; ') }
  const get = <T>(path: string, expected = '200', isBad = false) =>
    take<T>({ path, headers, expected, isBad })
  const post = <T>(path: string, body: unknown, expected: string, more: object = {}) =>
    take<T>({ method: 'POST', path, headers: { ...headers, ...more }, body, expected })

  // Without a token, and with an invalid one.
  await take({ path: '/api/portfolio', expected: '401 unauthorized', isBad: true })
  await take({
    path: '/api/portfolio',
    headers: { authorization: 'Bearer a.b.c' },
    expected: '401 unauthorized',
  })

  const { ask } = await get<{ ask: number }>('/api/current-price/AAPL')
  await get('/api/current-price/ZZZZ', '404 unknown_ticker')
  await get('/api/price-history/AAPL/1m')
  await get('/api/price-history/AAPL/5y', '400 unknown_range')

  const order = { ticker: 'AAPL', quantity: 3, price: ask }
  const key = { 'idempotency-key': randomUUID() }
  const bought = await post('/api/buy', order, '200', key)
  expect(await post('/api/buy', order, '200', key)).toEqual(bought)
  await post('/api/buy', { ...order, quantity: 4 }, '422 key_reused', key)
  await post('/api/buy', { ...order, quantity: 1_000 }, '422 insufficient_cash')
  await post('/api/sell', { ...order, quantity: 100 }, '422 insufficient_shares')
  await post('/api/buy', { ...order, price: ask * 2 }, '409 price_moved')
  await post('/api/buy', { ...order, ticker: 'ZZZZ' }, '404 unknown_ticker')
  await post('/api/buy', { ...order, portfolio: randomUUID() }, '404 unknown_portfolio')
  const bad = { method: 'POST', path: '/api/buy', headers, isBad: true }
  await take({ ...bad, body: { ...order, quantity: 0 }, expected: '400 invalid_quantity' })
  await take({ ...bad, body: { ticker: 'AAPL' }, expected: '400 invalid_quantity' })
  await take({ ...bad, body: { ...order, more: 1 }, expected: '400 invalid_request' })
  const noKey = { ...headers, 'idempotency-key': 'again' }
  await take({ ...bad, headers: noKey, body: order, expected: '400 invalid_request' })
  await post('/api/sell', { ...order, quantity: 1, price: ask }, '200')

  const waiting = {
    ticker: 'MSFT',
    type: 'BUY',
    kind: 'limit',
    quantity: 1,
    price: 1,
    lasts: 'gtc',
  }
  const { id } = await post<{ id: string }>('/api/orders', waiting, '201')
  await get('/api/orders?state=open&limit=10')
  await get('/api/orders?limit=0', '400 invalid_request', true)
  const cancel = { method: 'DELETE', headers }
  await take({ ...cancel, path: `/api/orders/${id}`, expected: '200' })
  await take({ ...cancel, path: `/api/orders/${id}`, expected: '409 order_closed' })
  await take({ ...cancel, path: `/api/orders/${randomUUID()}`, expected: '404 unknown_order' })
  await get('/api/orders?state=all')

  await get('/api/portfolio')
  await get(`/api/portfolio?portfolio=${randomUUID()}`, '404 unknown_portfolio')
  await get('/api/current-portfolio-value')
  await get('/api/net_worth_history/7d')
  await get('/api/net_worth_history/1y')
  await get('/api/transactions?limit=2')
  await get('/api/transactions.csv')
  await get('/api/portfolio/chapters')
  await post('/api/portfolio/start-over', {}, '200', { 'idempotency-key': randomUUID() })
  await post('/api/portfolio/start-over', {}, '409 nothing_to_close')

  const watch = { method: 'PUT', path: '/api/watchlist', headers }
  await take({ ...watch, body: { tickers: ['NVDA', 'AAPL'] }, expected: '200' })
  await take({ ...watch, body: { tickers: ['ZZZZ'] }, expected: '404 unknown_ticker' })
  await get('/api/watchlist')
  await get('/api/leaderboard')
  await get('/api/leaderboard/me')
  await get('/api/insights/7d')
  await get('/api/insights/5y', '400 unknown_range')
  await get('/api/insights/luck')

  await get('/api/account')
  await get('/api/account/data')
  const rename = { method: 'PATCH', path: '/api/account', headers }
  await take({ ...rename, body: { display_name: 'Prism Walker' }, expected: '200' })
  await take({ ...rename, body: { display_name: '?' }, expected: '400 invalid_name' })
  await post('/api/waitlist', { email: 'prism@school.example' }, '200')
  await take({ path: '/identity/token', expected: '401 unauthorized', isBad: true })
  for (const path of ['/config.json', '/healthz', '/readyz', '/identity/get-session']) {
    await get(path)
  }
  await take({ path: '/identity/token', headers: session, expected: '200' })
  await take({ path: '/identity/account', headers: session, expected: '200' })
  const change = { method: 'POST', path: '/identity/change-password', headers: session }
  const newPassword = 'another horse battery'
  await take({
    ...change,
    body: { password: 'wrong', newPassword },
    expected: '403 wrong_password',
  })
  const again = { method: 'POST', path: '/identity/sign-in/email' }
  const wrong = { email: 'prism@school.example', password: 'wrong horse' }
  await take({ ...again, body: wrong, expected: '401 invalid_credentials' })

  const farewell = { method: 'DELETE', path: '/api/account', headers }
  await take({ ...farewell, body: { password: 'wrong horse' }, expected: '403 wrong_password' })
  await take({ ...farewell, body: { password: 'correct horse battery' }, expected: '200' })
  const leave = { method: 'POST', path: '/identity/sign-out', headers: session }
  await take({ ...leave, body: {}, expected: '200' })
  expect(violations).toEqual([])
})

test('a wrong description is noticed', async () => {
  const address = await startProduct()
  const description = await readDescription(address)
  const { Portfolio } = description.components.schemas
  if (Portfolio === undefined) throw new Error('There is no Portfolio.')
  Portfolio.properties['cash_balance'] = { type: 'string' }
  const { take, violations } = await openProxy(await saveDescription(description), address)
  await take({ path: '/api/portfolio', headers: await signUp(take), expected: '200' })
  expect(violations).toEqual([expect.stringContaining('response.body.cash_balance')])
})
