// Tests polling without a stream: one request for each stock, to a real server on loopback.
// @vitest-environment node

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { listenOnLoopback, type Loopback } from '../../testing/loopback.ts'
import { makeBrowser, Tab, wireQuote } from '../../testing/tabs.ts'
import { browserSources } from './browser.ts'
import { makeQuotes, type Quotes } from './quotes.ts'

let server: Loopback
let asked: string[]
let prices: Record<string, number>
/** Half the spread: the distance of bid and ask from the price. */
let half: number
let unwatch: (() => void)[]

beforeEach(async () => {
  asked = []
  prices = { AAPL: 189.12, MSFT: 428.9 }
  half = 0.01
  unwatch = []
  server = await listenOnLoopback(({ url = '' }, response) => {
    asked.push(url)
    const price = prices[url.split('/').at(-1) ?? '']
    response.writeHead(price === undefined ? 503 : 200, { 'content-type': 'application/json' })
    const cache_age = { is_fresh: true, age_hours: 0 }
    const sides = price === undefined ? {} : { bid: price - half, ask: price + half }
    response.end(JSON.stringify({ price, ...sides, cache_age, warning: null, error: null }))
  })
  vi.stubEnv('VITE_API_BASE', `${server.origin}/v1`)
  Reflect.deleteProperty(globalThis, 'EventSource')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  for (const stop of unwatch) stop()
  vi.runOnlyPendingTimers()
  await server.close()
  vi.unstubAllEnvs()
})

const expectPrice = (quotes: Quotes, ticker: 'AAPL' | 'MSFT', price: number) =>
  vi.waitFor(() => expect(quotes.get(ticker)?.price).toBe(price), { timeout: 10_000 })
const look = (quotes: Quotes, ticker: 'AAPL' | 'MSFT') =>
  unwatch.push(quotes.watch(ticker, () => {}))

async function watchApple(tab = new Tab()): Promise<Quotes> {
  const quotes = makeQuotes(tab, browserSources)
  look(quotes, 'AAPL')
  await expectPrice(quotes, 'AAPL', 18912)
  return quotes
}

describe('a browser that cannot stream', () => {
  test('asks at once for what is looked at, and again every 15 seconds', async () => {
    const quotes = await watchApple()
    const unknown = { previousClose: null, at: null }
    expect(quotes.get('AAPL')).toMatchObject({ bid: 18911, ask: 18913, ...unknown })
    expect(quotes.isLive()).toBe(false)
    expect(asked).toEqual(['/v1/current-price/AAPL'])
    prices['AAPL'] = 190
    vi.advanceTimersByTime(15_000)
    await expectPrice(quotes, 'AAPL', 19000)
    expect(asked).toHaveLength(2)
  })

  test('hears of sides that move while the price stays', async () => {
    const quotes = await watchApple()
    half = 0.02
    vi.advanceTimersByTime(15_000)
    await vi.waitFor(() => expect(quotes.get('AAPL')).toMatchObject({ bid: 18910, ask: 18914 }), {
      timeout: 10_000,
    })
  })

  test('does not let a newcomer wait for the next round', async () => {
    const quotes = await watchApple()
    look(quotes, 'MSFT')
    await expectPrice(quotes, 'MSFT', 42890)
  })

  test('keeps the price that it has when it cannot get another', async () => {
    const quotes = await watchApple()
    delete prices['AAPL']
    vi.advanceTimersByTime(15_000)
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 10_000 })
    expect(quotes.get('AAPL')?.price).toBe(18912)
  })

  test('asks nothing while it is hidden', async () => {
    const tab = new Tab()
    const quotes = await watchApple(tab)
    tab.show('hidden')
    vi.advanceTimersByTime(120_000)
    expect(asked).toHaveLength(1)
    prices['AAPL'] = 191
    tab.show('visible')
    await expectPrice(quotes, 'AAPL', 19100)
  })
})

describe('a stream that stays away', () => {
  test('is replaced by asking after ten seconds, until it is there', async () => {
    const browser = makeBrowser()
    const tab = new Tab()
    const quotes = browser.openTab(tab)
    look(quotes, 'AAPL')
    await vi.waitFor(() => expect(browser.sources).toHaveLength(1))
    browser.sources[0]?.interrupt()
    vi.advanceTimersByTime(9000)
    await Promise.resolve()
    expect(quotes.get('AAPL')).toBeNull()
    vi.advanceTimersByTime(1000)
    await expectPrice(quotes, 'AAPL', 100)
    expect(quotes.isLive()).toBe(false)
    browser.sources[0]?.send('snapshot', [wireQuote('AAPL', 189)])
    expect(quotes.get('AAPL')?.price).toBe(18900)
    expect(quotes.isLive()).toBe(true)
    vi.advanceTimersByTime(40_000)
    await Promise.resolve()
    expect(quotes.get('AAPL')?.price).toBe(18900)
  })
})
