// Tests the watchlist: its stars on the market card, on the page of a stock and in the search, and its requests.
import { createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { Market } from '../../dashboard/market.tsx'
import { useLocation } from '../../browser/router.tsx'
import { Search } from '../search.tsx'
import {
  become,
  bobIn,
  Learner,
  lookAgain,
  neverAnswers,
  requests,
  timesAsked,
  type Reply,
} from '../../testing/learner.tsx'
import { isDown, openStock, replies, says, testStockPage } from '../../testing/stock.tsx'

/** The list on the server. */
let stored: string[]

const watchlist: Reply = ({ method, body }) => {
  if (method === 'PUT') stored = Object(body).tickers
  return Response.json({ tickers: stored })
}
/** Fails the mutation, and leaves the refetch unanswered, so that the stars show the rollback. */
const failsToStore: Reply = (asked) => {
  if (asked.method !== 'PUT') return watchlist(asked)
  replies['/api/watchlist'] = neverAnswers
  return isDown()
}

testStockPage(() => {
  stored = []
  replies['/api/watchlist'] = watchlist
})

const star = (name: string) => screen.findByRole('button', { name })
const isPressed = async (name: string) => (await star(name)).getAttribute('aria-pressed')
/** Presses the star by keyboard, because the double-click guard does not apply to keys. */
const press = async (name: string) => {
  ;(await star(name)).focus()
  await userEvent.keyboard('{Enter}')
}
const expectStored = (list: readonly string[]) => vi.waitFor(() => expect(stored).toEqual(list))
const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)

const Path = () => <output>{useLocation().pathname}</output>

const openMarket = () =>
  render(
    <Learner>
      <Market />
      <Path />
    </Learner>,
  )
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.replace('/stock/', ''))
const watching = () => screen.findByRole('list', { name: 'Watching' })

describe('on the page of a stock', () => {
  test('a star beside the name is pressed to watch it, and once more to stop', async () => {
    openStock()
    await userEvent.click(await star('Watch AAPL'))
    expect(await isPressed('Watching AAPL')).toBe('true')
    await expectStored(['AAPL'])
    await userEvent.click(await star('Watching AAPL'))
    expect(await isPressed('Watch AAPL')).toBe('false')
    await expectStored([])
  })

  test('the star of a stock that is watched already says so', async () => {
    stored = ['TSLA', 'AAPL']
    openStock()
    expect(await isPressed('Watching AAPL')).toBe('true')
  })

  test('there is no star as long as nobody knows what is watched, so that nothing is overwritten', async () => {
    replies['/api/watchlist'] = isDown
    openStock()
    await screen.findByRole('slider')
    expect(screen.queryByRole('button', { name: /^Watch/ })).toBeNull()
  })

  test('the star is pressed before the server has answered', async () => {
    replies['/api/watchlist'] = (asked) =>
      asked.method === 'PUT' ? neverAnswers() : watchlist(asked)
    openStock()
    await userEvent.click(await star('Watch AAPL'))
    expect(await isPressed('Watching AAPL')).toBe('true')
  })
})

describe('a star that is pressed while an answer is on its way', () => {
  test('is not taken back by the answer to an earlier question', async () => {
    openMarket()
    await star('Watch AAPL')
    const asked = Promise.withResolvers<Response>()
    replies['/api/watchlist'] = () => asked.promise
    lookAgain()
    await vi.waitFor(() => expect(timesAsked('GET /api/watchlist')).toBe(2))
    const first = Promise.withResolvers<Response>()
    replies['/api/watchlist'] = () => first.promise
    await press('Watch AAPL')
    asked.resolve(Response.json({ tickers: [] }))
    await press('Watch TSLA')
    replies['/api/watchlist'] = watchlist
    first.resolve(Response.json({ tickers: ['AAPL'] }))
    await expectStored(['AAPL', 'TSLA'])
    expect(linksIn(await watching())).toEqual(['AAPL', 'TSLA'])
  })

  test('is not sent for the person who has signed in meanwhile', async () => {
    const answer = Promise.withResolvers<Response>()
    replies['/api/watchlist'] = (asked) =>
      asked.method === 'PUT' ? answer.promise : watchlist(asked)
    openMarket()
    await press('Watch AAPL')
    await press('Watch TSLA')
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    become(bobIn)
    await press('Watch NVDA')
    answer.resolve(Response.json({ tickers: [] }))
    await vi.waitFor(() => expect(sent().at(-1)).toEqual({ tickers: ['NVDA'] }))
    expect(sent()).toEqual([{ tickers: ['AAPL'] }, { tickers: ['NVDA'] }])
  })
})

describe('a star that the server does not keep', () => {
  test('is undone, with a sentence that says which and why', async () => {
    stored = ['TSLA']
    replies['/api/watchlist'] = failsToStore
    openStock()
    await userEvent.click(await star('Watch AAPL'))
    expect((await screen.findByText(/was not added/)).textContent).toBe(
      'AAPL was not added to the stocks you watch. The server cannot be reached. Check your connection and try again.',
    )
    expect(await isPressed('Watch AAPL')).toBe('false')
    expect(stored).toEqual(['TSLA'])
  })

  test('stays on where it was to be taken off', async () => {
    stored = ['AAPL']
    replies['/api/watchlist'] = failsToStore
    openStock()
    await userEvent.click(await star('Watching AAPL'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^AAPL was not removed from/)
    expect(await isPressed('Watching AAPL')).toBe('true')
  })
})

describe('on the market card', () => {
  test('all stocks have a star in their usual order, and there is no heading, while none is watched', async () => {
    openMarket()
    await star('Watch AAPL')
    expect(screen.getAllByRole('button', { name: /^Watch / })).toHaveLength(16)
    expect(screen.getAllByRole('list')).toHaveLength(1)
    expect(linksIn(screen.getByRole('list')).slice(0, 3)).toEqual(['AAPL', 'GOOGL', 'MSFT'])
    expect(screen.queryByRole('heading', { name: 'Watching' })).toBeNull()
    expect(requests.filter(({ address }) => address.includes('history'))).toEqual([])
  })

  test('watched stocks come first as they were added, and the others follow in their usual order', async () => {
    stored = ['TSLA', 'AAPL']
    openMarket()
    expect(linksIn(await watching())).toEqual(['TSLA', 'AAPL'])
    expect(screen.getByRole('heading', { level: 3, name: 'Watching' })).toBeTruthy()
    const [, others] = screen.getAllByRole('list')
    expect(others && linksIn(others).slice(0, 4)).toEqual(['GOOGL', 'MSFT', 'AMZN', 'META'])
    expect(screen.getAllByRole('link')).toHaveLength(16)
  })

  test('the stocks are as high as they were, until it is known which are watched', async () => {
    localStorage.setItem('tengrand-market', '512px')
    const answer = Promise.withResolvers<Response>()
    replies['/api/watchlist'] = () => answer.promise
    openMarket()
    expect(screen.getByRole('list').style.minHeight).toBe('512px')
    await vi.waitFor(() =>
      expect(requests.map(({ address }) => address)).toContain('/api/watchlist'),
    )
    expect(screen.getByRole('list').style.minHeight).toBe('512px')
    answer.resolve(Response.json({ tickers: ['TSLA'] }))
    expect((await watching()).style.minHeight).toBe('0px')
  })

  test('each stock has the line of its last 7 days, from one request, whose color says nothing against the change of the day', async () => {
    stored = ['AAPL', 'TSLA']
    const [up, down] = [
      { ticker: 'AAPL', prices: [180, 189], period_return: 9, period_return_percent: 5 },
      { ticker: 'TSLA', prices: [189, 180], period_return: -9, period_return_percent: -5 },
    ]
    replies['/api/price-lines'] = says({ lines: [up, down] })
    openMarket()
    const stock = (name: RegExp) => screen.findByRole('link', { name })
    const gained = await stock(/AAPL.*\+5\.00% past 7 days/)
    expect(gained.querySelector('svg.text-muted path')?.getAttribute('d')).toBe('M0 900L1 0')
    const lost = await stock(/TSLA.*\u22125\.00% past 7 days/)
    expect(lost.querySelector('svg.text-muted')?.getAttribute('aria-hidden')).toBe('true')
    // The place of a line that is not known stays empty.
    expect((await stock(/NVDA/)).querySelector('svg')).toBeNull()
    expect(timesAsked('GET /api/price-lines')).toBe(1)
  })

  test('a stock moves up when its star is pressed, which keeps the focus and leads nowhere', async () => {
    openMarket()
    await userEvent.click(await star('Watch UBER'))
    expect(linksIn(await watching())).toEqual(['UBER'])
    expect(document.activeElement).toBe(await star('Watching UBER'))
    await userEvent.keyboard(' ')
    await expectStored([])
    expect(document.activeElement).toBe(await star('Watch UBER'))
    expect(screen.getByRole('status').textContent).toBe('/')
  })

  test('a second click in the same moment is none, because another star has come under the pointer', async () => {
    openMarket()
    const { timeStamp } = new Event('click')
    const clickAt = async (name: string, ms: number) => {
      const click = createEvent.click(await star(name), { detail: 1 })
      Object.defineProperty(click, 'timeStamp', { value: timeStamp + ms })
      fireEvent(await star(name), click)
    }
    await clickAt('Watch NVDA', 0)
    await clickAt('Watch AMD', 400)
    await clickAt('Watch INTC', 600)
    expect(linksIn(await watching())).toEqual(['NVDA', 'INTC'])
  })

  test('stars that are pressed quickly by keys are all kept, in their order', async () => {
    openMarket()
    for (const ticker of ['NVDA', 'AMD', 'INTC']) await press(`Watch ${ticker}`)
    await expectStored(['NVDA', 'AMD', 'INTC'])
    expect(sent().at(-1)).toEqual({ tickers: ['NVDA', 'AMD', 'INTC'] })
    expect(linksIn(await watching())).toEqual(['NVDA', 'AMD', 'INTC'])
  })

  test('the stocks are there without stars where the list of watched ones is not', async () => {
    replies['/api/watchlist'] = isDown
    openMarket()
    await vi.waitFor(() => expect(screen.getByRole('list').className).not.toContain('hidden'))
    expect(screen.getAllByRole('link')).toHaveLength(16)
    expect(screen.queryByRole('button', { name: /^Watch/ })).toBeNull()
  })
})

describe('in the search', () => {
  const openSearch = () =>
    render(
      <Learner at="/dashboard">
        <Search />
        <Path />
      </Learner>,
    )
  const option = (name: RegExp) => screen.findByRole('option', { name })

  test('a suggestion that is watched says so', async () => {
    stored = ['AMD']
    openSearch()
    await userEvent.type(screen.getByRole('combobox'), 'am')
    await option(/^AMD ?Advanced Micro Devices ?, watching$/)
    expect(await option(/^AMZN ?Amazon.com Inc.$/)).toBeTruthy()
  })

  test('a star is pressed with the mouse, while the list stays open and the box keeps the focus', async () => {
    openSearch()
    await userEvent.type(screen.getByRole('combobox'), 'am')
    const picture = await vi.waitFor(() => {
      const [, found] = document.querySelectorAll('[role=option] svg')
      if (!found) throw new Error('no star yet')
      return found
    })
    await userEvent.click(picture)
    await option(/AMD.*, watching$/)
    await expectStored(['AMD'])
    expect(screen.getByRole('status').textContent).toBe('/dashboard')
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(screen.getByRole('status').textContent).toBe('/stock/AMZN')
  })
})
