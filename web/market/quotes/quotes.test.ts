// Tests the quotes of several tabs of one browser: they share one stream, which moves on when its tab is hidden.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { makeBrowser, Tab, wireQuote, type Browser } from '../../testing/tabs.ts'
import type { Quotes } from './quotes.ts'

let browser: Browser
let unwatch: (() => void)[]

beforeEach(() => {
  browser = makeBrowser()
  unwatch = []
})
afterEach(() => {
  vi.useFakeTimers()
  for (const stop of unwatch) stop()
  vi.runAllTimers()
})

function watch(quotes: Quotes, listener = () => {}): Quotes {
  unwatch.push(quotes.watch('AAPL', listener))
  return quotes
}
const openTab = (tab?: Tab) => watch(browser.openTab(tab))
const priceIn = (quotes: Quotes) => quotes.get('AAPL')?.price
const stream = (index = 0) =>
  vi.waitFor(() => {
    const source = browser.sources[index]
    if (!source) throw new Error('no stream yet')
    return source
  })
const expectPrice = (quotes: Quotes, price: number) =>
  vi.waitFor(() => expect(priceIn(quotes)).toBe(price))

describe('one tab', () => {
  test('has no quote and no stream until somebody looks', async () => {
    const quotes = browser.openTab()
    expect(browser.sources).toHaveLength(0)
    watch(quotes)
    await stream()
    expect(quotes.get('AAPL')).toBeNull()
    expect(quotes.isLive()).toBe(false)
  })

  test('takes a snapshot and then the changes, in cents', async () => {
    const quotes = openTab()
    const source = await stream()
    const sides = { bid: 189.11, ask: 189.13 }
    source.send('snapshot', [wireQuote('AAPL', 189.12, 0, sides), wireQuote('MSFT', 428.9)])
    const inCents = { price: 18912, bid: 18911, ask: 18913, previousClose: 18000 }
    expect(quotes.get('AAPL')).toMatchObject(inCents)
    expect(quotes.isLive()).toBe(true)
    source.send('change', [wireQuote('AAPL', 189.2, 1)])
    expect(priceIn(quotes)).toBe(18920)
    expect(quotes.get('MSFT')?.price).toBe(42890)
  })

  test('tells only those who look at the stock that changed', async () => {
    const quotes = browser.openTab()
    const apple = vi.fn<() => void>()
    const microsoft = vi.fn<() => void>()
    unwatch.push(quotes.watch('AAPL', apple), quotes.watch('MSFT', microsoft))
    const source = await stream()
    source.send('snapshot', [wireQuote('AAPL', 189.12), wireQuote('MSFT', 428.9)])
    const before = quotes.get('MSFT')
    source.send('change', [wireQuote('AAPL', 189.2, 1)])
    source.send('snapshot', [wireQuote('AAPL', 189.2, 1), wireQuote('MSFT', 428.9)])
    expect(apple).toHaveBeenCalledTimes(2)
    expect(microsoft).toHaveBeenCalledTimes(1)
    expect(quotes.get('MSFT')).toBe(before)
  })

  test.each([
    { side: 'bid', moved: { bid: 189.11, ask: 189.12 } },
    { side: 'ask', moved: { bid: 189.12, ask: 189.13 } },
  ])('tells of a new $side where the price stays', async ({ moved }) => {
    const quotes = browser.openTab()
    const listener = vi.fn<() => void>()
    watch(quotes, listener)
    const source = await stream()
    source.send('snapshot', [wireQuote('AAPL', 189.12)])
    source.send('change', [wireQuote('AAPL', 189.12, 0, moved)])
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test('lets no late change undo a newer price, but a snapshot anything', async () => {
    const quotes = openTab()
    const source = await stream()
    source.send('snapshot', [wireQuote('AAPL', 189, 5)])
    source.send('change', [wireQuote('AAPL', 188, 4)])
    expect(priceIn(quotes)).toBe(18900)
    source.send('snapshot', [wireQuote('AAPL', 187, 3)])
    expect(priceIn(quotes)).toBe(18700)
  })

  test('closes its stream and forgets its prices some seconds after the last look', async () => {
    const quotes = browser.openTab()
    const stop = quotes.watch('AAPL', () => {})
    const source = await stream()
    source.send('snapshot', [wireQuote('AAPL', 189)])
    vi.useFakeTimers()
    stop()
    vi.advanceTimersByTime(4000)
    const stopAgain = quotes.watch('AAPL', () => {})
    vi.advanceTimersByTime(10_000)
    expect(browser.openSources()).toHaveLength(1)
    expect(priceIn(quotes)).toBe(18900)
    stopAgain()
    vi.advanceTimersByTime(5000)
    expect(browser.openSources()).toHaveLength(0)
    expect(quotes.get('AAPL')).toBeNull()
    expect(quotes.isLive()).toBe(false)
  })
})

describe('several tabs', () => {
  test('share one stream, and a new one hears at once how things are', async () => {
    const first = openTab()
    const source = await stream()
    source.send('snapshot', [wireQuote('AAPL', 189)])
    const second = openTab()
    await expectPrice(second, 18900)
    expect(second.isLive()).toBe(true)
    source.send('change', [wireQuote('AAPL', 190, 1, { bid: 189.99, ask: 190.01 })])
    await expectPrice(second, 19000)
    expect(second.get('AAPL')).toEqual(first.get('AAPL'))
    expect(second.get('AAPL')).toMatchObject({ bid: 18999, ask: 19001 })
    expect(browser.sources).toHaveLength(1)
  })

  test('hand the stream over when its tab is hidden, and take no second one when it is back', async () => {
    const tab = new Tab()
    const first = openTab(tab)
    const before = await stream()
    before.send('snapshot', [wireQuote('AAPL', 189)])
    const second = openTab()
    await expectPrice(second, 18900)
    tab.show('hidden')
    expect(before.readyState).toBe(2)
    expect(first.isLive()).toBe(false)
    const after = await stream(1)
    after.send('snapshot', [wireQuote('AAPL', 190, 1)])
    await expectPrice(second, 19000)
    expect(priceIn(first)).toBe(18900)
    tab.show('visible')
    await expectPrice(first, 19000)
    expect(first.isLive()).toBe(true)
    expect(browser.sources).toHaveLength(2)
  })

  test('have no stream when all are hidden, and one again when one is seen', async () => {
    const [one, other] = [new Tab(), new Tab()]
    openTab(one)
    await stream()
    const second = openTab(other)
    other.show('hidden')
    one.show('hidden')
    await new Promise((done) => void setTimeout(done, 20))
    expect(browser.openSources()).toHaveLength(0)
    other.show('visible')
    const source = await stream(1)
    source.send('snapshot', [wireQuote('AAPL', 191)])
    expect(priceIn(second)).toBe(19100)
  })

  test('open nothing in a tab that was never seen', async () => {
    const tab = new Tab()
    tab.show('hidden')
    openTab(tab)
    await new Promise((done) => void setTimeout(done, 20))
    expect(browser.sources).toHaveLength(0)
  })

  test('all know when the stream is lost and when it is back', async () => {
    const first = openTab()
    const source = await stream()
    source.send('snapshot', [wireQuote('AAPL', 189)])
    const second = openTab()
    await vi.waitFor(() => expect(second.isLive()).toBe(true))
    source.interrupt()
    expect(first.isLive()).toBe(false)
    await vi.waitFor(() => expect(second.isLive()).toBe(false))
    expect(priceIn(second)).toBe(18900)
    source.resume()
    expect(first.isLive()).toBe(true)
    await vi.waitFor(() => expect(second.isLive()).toBe(true))
    expect(browser.sources).toHaveLength(1)
  })
})
