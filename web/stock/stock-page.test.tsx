// Tests the page of a stock: its texts in each state.
import { alertText } from '../testing/announced.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { hangs, neverAnswers, requests, type Reply } from '../testing/learner.tsx'
import {
  askedOpenly,
  bought,
  chart,
  heading,
  openChart,
  openStock,
  portfolio,
  price,
  readings,
  refuses,
  replies,
  says,
  sendPrice,
  testStockPage,
} from '../testing/stock.tsx'

testStockPage()

describe('a stock', () => {
  test('is loading at first, under its own name', () => {
    replies['/api/current-price/AAPL'] = neverAnswers
    openStock()
    expect(screen.getByRole('heading', { level: 1, name: 'AAPL' })).toBeTruthy()
    expect(screen.getByText('Apple Inc.')).toBeTruthy()
    expect(screen.getByText('Information Technology')).toBeTruthy()
    expect(screen.getByText(/Makes the iPhone/)).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Loading stock data...')
  })

  test('has its price in the title, its change over 7 days and a chart', async () => {
    openStock()
    await heading('AAPL · $189.12')
    expect(document.title).toBe('AAPL · $189.12 · Tengrand')
    expect(await screen.findByText('+$9.12 (+5.07%)')).toBeTruthy()
    expect(screen.getByRole('radio', { name: '7D', checked: true })).toBeTruthy()
    expect(screen.getByText('Current price').nextElementSibling?.textContent).toBe('$189.12')
    expect(await readings()).toBe('$189.12, Nov 13, 9:00 AM EST')
    expect((await chart()).getAttribute('aria-label')).toBe('Price of AAPL, 7D')
    expect(screen.queryByRole('status')).toBeNull()
  })

  test.each(['UBER', 'meta', 'Lyft'])('%s has its page, though it is a name too', async (term) => {
    const ticker = term.toUpperCase()
    replies[`/api/current-price/${ticker}`] = says(price)
    openStock(term)
    expect(await heading(`${ticker} · $189.12`)).toBeTruthy()
  })

  test.each(['apple', 'Apple%20Inc.', 'iphone'])('is found by %s in the address', async (name) => {
    openStock(name)
    expect(await heading('AAPL · $189.12')).toBeTruthy()
    expect(askedOpenly().some((address) => /apple|iphone/i.test(address))).toBe(false)
  })

  test('shows another range, and red where the period falls', async () => {
    await openChart()
    await userEvent.click(screen.getByRole('radio', { name: '1M' }))
    expect(await screen.findByText('\u2212$10.88 (\u22125.44%)')).toBeTruthy()
    expect(await readings()).toBe('$189.12, Nov 13, 2026')
    expect((await chart()).closest('.text-loss')).not.toBeNull()
  })

  test('follows the live price in title, change and chart', async () => {
    await openChart()
    await sendPrice(171)
    await heading('AAPL · $171.00')
    expect(screen.getByText('past 7 days').previousSibling?.textContent).toBe(
      '\u2212$9.00 (\u22125.00%)',
    )
    expect(await readings()).toBe('$171.00, Nov 13, 10:00 AM EST')
    expect((await chart()).closest('.text-loss')).not.toBeNull()
    expect(screen.getByText('Live').className).not.toContain('invisible')
    await sendPrice(189)
    await heading('AAPL · $189.00')
    expect(document.querySelector('.flash-neutral')?.textContent).toBe('$189.00')
  })

  test('has its change of today beside the price, as soon as the close before is known', async () => {
    await openChart()
    const hero = () => screen.getByText('Current price').nextElementSibling
    const today = () => hero()?.nextElementSibling?.textContent
    expect(today()).toBe('')
    await sendPrice(189, 'AAPL', 0, undefined, 210)
    expect(today()).toBe('\u2212$21.00 (\u221210.00%) today')
  })

  test('says how old a price is that is not fresh, and does not call it live', async () => {
    const warning =
      'Price data is 5.2 hours old. Fresh data updates every 3 hours during market hours.'
    replies['/api/current-price/AAPL'] = says({ ...price, warning })
    openStock()
    await heading('AAPL · $189.12')
    expect(screen.getByText(warning)).toBeTruthy()
    expect(screen.queryByText('Live')).toBeNull()
  })
})

describe('beside the price', () => {
  test('is what the learner has of it, at the price of the moment', async () => {
    openStock()
    const position = await screen.findByRole('region', { name: 'Your position' })
    await within(position).findByText('$378.24')
    await sendPrice(171)
    expect(position.textContent).toContain(
      'Quantity2Avg. Price$180.00Cost$360.00Market Value$342.00',
    )
    expect(within(position).getByText('\u2212$18.00 (\u22125.00%)')).toBeTruthy()
  })

  test('is that the learner has none yet', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, holdings: [] })
    replies['/api/transactions?ticker=AAPL'] = says({ transactions: [], next: null })
    openStock()
    expect(await screen.findByText('You have no AAPL yet.')).toBeTruthy()
    expect(await screen.findByText('No transactions yet.')).toBeTruthy()
    expect(screen.queryByText('you bought', { exact: false })).toBeNull()
  })

  test('is that the learner has none any more', async () => {
    replies['/api/portfolio'] = says({ ...portfolio, holdings: [] })
    openStock()
    expect(await screen.findByText('You have no AAPL now.')).toBeTruthy()
    expect(screen.queryByText('You have no AAPL yet.')).toBeNull()
  })

  test('are the own trades in it, which are marked on the chart too', async () => {
    openStock()
    const trades = await screen.findByRole('region', { name: 'Your trades in AAPL' })
    expect(await within(trades).findByText('$360.00')).toBeTruthy()
    expect(within(trades).getByRole('listitem').textContent).toMatch(/^BUY2 × \$180\.00Nov 6, 2026/)
    await waitFor(() => expect(screen.getByText('you bought', { exact: false })).toBeTruthy())
    ;(await chart()).focus()
    await userEvent.keyboard('{Home}')
    expect(await readings()).toBe('$180.00, Nov 6, 10:00 AM EST, Bought 2 at $180.00')
  })

  test('are splits too, with the shares that they brought and the cash for what was left', async () => {
    const split = { ...bought, type: 'SPLIT', quantity: 6, price: 0, cash: 12.5 }
    const merger = { ...split, quantity: -4, cash: 0 }
    replies['/api/transactions?ticker=AAPL'] = says({ transactions: [split, merger], next: null })
    openStock()
    const trades = await screen.findByRole('region', { name: 'Your trades in AAPL' })
    const rows = await within(trades).findAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent?.replace(/Nov.*M/, ' '))).toEqual([
      'SPLIT+6 $12.50',
      'SPLIT\u22124 $0.00',
    ])
  })

  test('is what the server says of them, also where that has no code', async () => {
    replies['/api/portfolio'] = () => Response.json({ detail: 'ledger asleep' }, { status: 500 })
    replies['/api/price-history/AAPL/7d'] = () =>
      Response.json({ error: 'charts asleep' }, { status: 500 })
    openStock()
    const words = await screen.findByText('Failed to load portfolio: ledger asleep')
    expect(words.className).toContain('line-clamp-3')
    expect(await screen.findByText('charts asleep')).toBeTruthy()
  })

  test('is why these cannot be shown', async () => {
    replies['/api/portfolio'] = refuses({ code: 'unavailable' })
    replies['/api/transactions?ticker=AAPL'] = refuses({ code: 'internal_error' })
    openStock()
    expect(
      await screen.findByText(/^Failed to load portfolio: Tengrand is not available right now/),
    ).toBeTruthy()
    expect(await screen.findByText('Failed to load transactions.')).toBeTruthy()
    await chart()
  })

  test.each(['AI Analysis', 'Price Alerts', 'Advanced Charts'])(
    'is %s, which comes with Pro',
    async (tool) => {
      openStock()
      const link = await screen.findByRole('link', { name: tool })
      expect(link.getAttribute('href')).toBe('/pro')
      await userEvent.click(link)
      expect(screen.getByText('Another page')).toBeTruthy()
    },
  )
})

describe('a stock that cannot be shown', () => {
  const note = 'Popular stocks are preloaded daily. Please try again later.'
  const notAvailable = async () => {
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading', { name: 'Stock Not Available' })).toBeTruthy()
    expect(screen.getByText(note)).toBeTruthy()
    return alert.textContent
  }

  test('because there is none by that name', async () => {
    replies['/api/current-price/ZZZZ'] = refuses({ code: 'unknown_ticker', ticker: 'ZZZZ' })
    openStock('zzzz')
    expect(await notAvailable()).toContain('ZZZZ is not one of the 16 stocks you can trade here.')
    expect(document.title).toBe('ZZZZ · Tengrand')
    expect(await screen.findByRole('link', { name: 'See all 16 stocks' })).toBeTruthy()
    expect(askedOpenly()).toEqual(['/api/current-price/ZZZZ'])
    expect(requests).toHaveLength(1)
  })

  test('under the beginning of its name, where that is long', async () => {
    const short = 'ZZZZZZZZZZZ…'
    const asked = `/api/current-price/${encodeURIComponent(short)}`
    replies[asked] = refuses({ code: 'unknown_ticker', ticker: short })
    openStock('z'.repeat(300))
    expect(await notAvailable()).toContain(`${short} is not one of the 16 stocks`)
    expect(await heading(short)).toBeTruthy()
    expect(document.body.textContent).not.toContain('Z'.repeat(12))
  })

  test.each(['aplpe', 'app', 'inc'])('because %s in the address names none', async (term) => {
    const ticker = term.toUpperCase()
    replies[`/api/current-price/${ticker}`] = refuses({ code: 'unknown_ticker', ticker })
    openStock(term)
    expect(await notAvailable()).toContain(`${ticker} is not one of the 16 stocks`)
  })

  test('leads on to the stock that was meant by a typing error', async () => {
    replies['/api/current-price/APLPE'] = refuses({ code: 'unknown_ticker', ticker: 'APLPE' })
    openStock('aplpe')
    await notAvailable()
    await userEvent.click(screen.getByRole('link', { name: 'Did you mean Apple Inc. (AAPL)?' }))
    expect(await heading('AAPL · $189.12')).toBeTruthy()
  })

  test('because it has no price, until it has one', async () => {
    replies['/api/current-price/AAPL'] = refuses({ code: 'no_price', ticker: 'AAPL' })
    openStock()
    expect(await notAvailable()).toContain('No price is available for AAPL right now.')
    replies['/api/current-price/AAPL'] = says(price)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await heading('AAPL · $189.12')).toBeTruthy()
  })

  test('because the answer itself is an error', async () => {
    replies['/api/current-price/AAPL'] = says({ ...price, error: 'No price today.' })
    openStock()
    expect(await notAvailable()).toContain('No price today.')
  })

  test('in the words of a server that is not ours, three lines of them', async () => {
    const detail = `The ledger is asleep. ${'Zzz. '.repeat(40)}`.trim()
    replies['/api/current-price/AAPL'] = () => Response.json({ detail }, { status: 500 })
    openStock()
    expect(await notAvailable()).toContain(detail)
    const words = screen.getByText(detail)
    expect([words.title, words.className]).toEqual([
      detail,
      expect.stringContaining('line-clamp-3'),
    ])
  })

  test('because the server behind a proxy is gone', async () => {
    replies['/api/current-price/AAPL'] = () =>
      Promise.resolve(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    openStock()
    expect(await alertText()).toBe('Failed to load stock data. Please try again later.')
    expect(screen.queryByText('Stock Not Available')).toBeNull()
  })

  test('because the server cannot be reached', async () => {
    delete replies['/api/current-price/AAPL']
    openStock()
    expect(await alertText()).toBe('Failed to load stock data. Please try again later.')
    expect(screen.queryByText('Stock Not Available')).toBeNull()
    expect(screen.queryByText(note)).toBeNull()
  })
})

describe('what cannot be loaded is told within 3 seconds of the failure', () => {
  const unavailable = refuses({ code: 'unavailable' })
  const notLoaded = /^Failed to load (stock data|portfolio|transactions)/
  const calls = [
    ['the price', '/api/current-price/AAPL', /^Tengrand is not available right now/],
    ['the history', '/api/price-history/AAPL/7d', /^Tengrand is not available right now/],
    ['the portfolio', '/api/portfolio', /^Failed to load portfolio: Tengrand is not available/],
    ['the trades', '/api/transactions?ticker=AAPL', /^Failed to load transactions\.$/],
  ] as const

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const late = new AbortController()
      setTimeout(() => late.abort(new DOMException('', 'TimeoutError')), ms)
      return late.signal
    })
  })

  /** The time from the failure, which is immediate, until the text is shown. */
  const msUntil = async (words: RegExp): Promise<number> => {
    const start = Date.now()
    while (screen.queryByText(words) === null && Date.now() - start < 20_000) {
      await act(() => vi.advanceTimersByTimeAsync(50))
    }
    return Date.now() - start
  }

  test.each(calls)('%s, refused again and again', async (_what, address, words) => {
    replies[address] = unavailable
    openStock('aapl', true)
    expect(await msUntil(words)).toBeLessThan(3_000)
    expect(requests.filter((asked) => asked.address === address)).toHaveLength(3)
  })

  test.each(calls)('%s, out of reach', async (_what, address) => {
    delete replies[address]
    openStock('aapl', true)
    expect(await msUntil(notLoaded)).toBeLessThan(3_000)
  })

  test.each(calls)('%s, refused and then not answered any more', async (_what, address) => {
    const answers: Reply[] = [unavailable, unavailable]
    replies[address] = (asked) => (answers.shift() ?? hangs)(asked)
    openStock('aapl', true)
    expect(await msUntil(notLoaded)).toBeLessThan(3_000)
  })
})
