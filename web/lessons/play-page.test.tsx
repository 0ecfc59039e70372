// Tests the page of a lesson that is played: the bar, the own result, the stocks, and where it leads.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import { alertText } from '../testing/announced.ts'
import { league } from '../testing/leagues.ts'
import { refuses, renderAt, replies, says, testAsLearner, timesAsked } from '../testing/learner.tsx'
import {
  answerLesson,
  boardEvent,
  lesson,
  lessonBoard,
  lessonIn,
  quotesAt,
  type LessonStream,
} from '../testing/lesson-play.ts'
import { instantNow } from '../ui/instant.ts'
import PlayPage from './play-page.tsx'

let stream: LessonStream

testAsLearner(() => {
  stream = answerLesson()
})

/** The page, and the address where that is another. */
function Page() {
  const { pathname } = useLocation()
  return pathname.endsWith('/play') ? <PlayPage /> : <p>At {pathname}</p>
}

const open = (hash = '') => renderAt(`/leagues/l-1/play${hash}`, <Page />)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const result = () => screen.getByRole('region', { name: 'Your result' }).textContent
const rowOfStock = (name: string) => screen.getByRole('button', { name }).closest('li')?.textContent
const enter = (state: Parameters<typeof lessonIn>[0], tick = 60) => {
  replies['/api/leagues/l-1'] = says(lessonIn(state, tick))
  return stream.send('tick', quotesAt(tick, {}, state))
}

describe('a lesson that runs', () => {
  test('says its name, the date of the market and the time that is left', async () => {
    open()
    const name = await heading('Economics 10')
    await stream.send('tick', quotesAt(61))
    const bar = name.closest('div')
    expect(bar?.textContent).toBe('Economics 10Dec 7, 202518:59 left')
    expect(document.title).toBe('Economics 10 · Tengrand')
    await stream.send('tick', quotesAt(1_140))
    expect(bar?.textContent).toBe('Economics 10Oct 31, 20261:00 left')
    expect(screen.getByText('Orders fill at the next price, one second later.')).toBeTruthy()
  })

  test('has the own value at the prices of each tick, its gain and the rank', async () => {
    open()
    await heading('Economics 10')
    await stream.send('tick', quotesAt(61))
    await stream.send('board', boardEvent())
    expect(await screen.findByText('$10,000.00')).toBeTruthy()
    expect(result()).toContain('Calm Otter 12, your value$10,000.00+$0.00 (+0.00%)Rank4of 27')
    await stream.send('tick', quotesAt(62, { D: 150.25, E: 1 }))
    expect(result()).toContain('Calm Otter 12, your value$11,005.00+$1,005.00 (+10.05%)')
    await stream.send('tick', quotesAt(63, { D: 50 }))
    expect(result()).toContain('Calm Otter 12, your value$9,000.00−$1,000.00 (−10.00%)')
    expect(timesAsked('GET /api/portfolio?portfolio=p-lesson')).toBe(1)
  })

  test("has the market's return since the start, at the prices of each tick", async () => {
    open()
    await heading('Economics 10')
    await stream.send('tick', quotesAt(61))
    // Every stock began at $80.
    expect(await screen.findByText('The market +25.0%')).toBeTruthy()
    await stream.send('tick', quotesAt(62, { A: 180 }))
    expect(screen.getByText('The market +31.3%')).toBeTruthy()
  })

  test('has all stocks, with the price, the change since the start and the shares', async () => {
    open()
    await heading('Economics 10')
    await stream.send('tick', quotesAt(61, { D: 76.5, P: 1_234.5 }))
    const list = screen.getByRole('list', { name: 'Stocks' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(16)
    await screen.findByText('20 shares')
    expect(rowOfStock('Stock A')).toBe('AStock A$100.00+25.0%')
    expect(rowOfStock('Stock D')).toBe('DStock D20 shares$76.50−4.4%')
    expect(rowOfStock('Stock P')).toBe('PStock P$1,234.50+1,443.1%')
  })

  test('leads to the board, the portfolio, the transactions and the insights', async () => {
    open()
    await heading('Economics 10')
    const ways = within(screen.getByRole('navigation', { name: 'Pages of the lesson' }))
    const links = ways.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '/leagues/l-1',
      '/leagues/l-1/portfolio',
      '/leagues/l-1/transactions',
      '/leagues/l-1/insights',
    ])
  })

  test.each([
    [{}, 'Trade to get a rank.'],
    [{ ranked: false }, 'You joined late, so you get no rank.'],
    [{ role: 'owner' }, 'You run the lesson, so you get no rank.'],
  ])('says why there is no rank: %j', async (changes, words) => {
    const board = lessonBoard.board.map((row) => ({ ...row, rank: row.you ? null : row.rank }))
    replies['/api/leagues/l-1'] = says({ ...lesson, ...changes })
    replies['/api/leagues/l-1/board'] = says({ ...lessonBoard, board })
    open()
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('goes on without the portfolio', async () => {
    replies['/api/portfolio'] = refuses({ code: 'internal_error' })
    open()
    expect(await alertText()).toContain('Failed to load your portfolio: Something went wrong')
    await stream.send('tick', quotesAt(61))
    expect(rowOfStock('Stock A')).toBe('AStock A$100.00+25.0%')
    expect(screen.getByText(/left$/)).toBeTruthy()
  })

  test('keeps the screen on while it runs', async () => {
    const release = vi.fn<() => Promise<void>>(async () => {})
    const request = vi.fn<(type: string) => Promise<object>>(async () => ({ release }))
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }))
    open()
    await heading('Economics 10')
    await stream.send('tick', quotesAt(61))
    expect(request).toHaveBeenCalledExactlyOnceWith('screen')
    expect(release).not.toHaveBeenCalled()
    await enter('paused', 61)
    await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1))
  })
})

describe('the state of a lesson', () => {
  const statuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

  test('before the start', async () => {
    replies['/api/leagues/l-1'] = says(lessonIn('lobby', 0))
    open()
    const name = await heading('Economics 10')
    await stream.send('tick', quotesAt(0, {}, 'lobby'))
    expect(screen.getByText('Waiting for the start.')).toBeTruthy()
    expect(name.closest('div')?.textContent).toContain('20 minutes')
  })

  test.each([
    [6_500, /^Starts in [5-7] s\.$/],
    // The clock of the device is wrong.
    [-60_000, /^Starts in a moment\.$/],
    [60_000, /^Starts in a moment\.$/],
  ])('in the countdown, %d ms before the start', async (ms, words) => {
    const starts_at = new Date(instantNow() + ms).toISOString()
    const counting = lessonIn('countdown', 0)
    replies['/api/leagues/l-1'] = says({ ...counting, market: { ...counting.market, starts_at } })
    open()
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('is told as soon as it changes', async () => {
    replies['/api/leagues/l-1'] = says(lessonIn('lobby', 0))
    open()
    await heading('Economics 10')
    await enter('countdown', 0)
    await enter('running', 1)
    expect(statuses()).toContain('The lesson is running.')
    await enter('paused', 60)
    expect(statuses()).toContain('The lesson is paused.')
    expect(screen.getByText('The lesson is paused. Prices stand still.')).toBeTruthy()
    await enter('running', 61)
    expect(screen.queryByText(/stand still/)).toBe(null)
  })

  test('after the end, with the way to the final board', async () => {
    open()
    await heading('Economics 10')
    await enter('over', 90)
    expect(screen.getAllByText('The lesson is over.')).not.toHaveLength(0)
    const way = screen.getByRole('link', { name: 'See the final board' })
    expect(way.getAttribute('href')).toBe('/leagues/l-1')
  })
})

describe('somebody who is not in the lesson', () => {
  test('is told so', async () => {
    replies['/api/leagues/l-1'] = refuses({ code: 'unknown_league' })
    open()
    expect(await heading('You are not in this league')).toBeTruthy()
  })

  test('is told so as soon as the organiser removes them', async () => {
    // Asks after a second.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    open()
    await heading('Economics 10')
    await stream.send('tick', quotesAt(61))
    const removed = refuses({ code: 'unknown_league' })
    for (const path of ['', '/board', '/quotes', '/quotes/stream'])
      replies[`/api/leagues/l-1${path}`] = removed
    await stream.close()
    expect(await heading('You are not in this lesson')).toBeTruthy()
  })
})

test('a league that is no lesson has its own page', async () => {
  replies['/api/leagues/l-1'] = says(league)
  open()
  expect(await screen.findByText('At /leagues/l-1')).toBeTruthy()
})

describe('a stock', () => {
  const dialog = () => screen.findByRole('dialog')

  test('opens with its chart, what the learner has of it, and its actions', async () => {
    open()
    await heading('Economics 10')
    await stream.send('tick', quotesAt(61, { D: 120 }))
    await screen.findByText('20 shares')
    await userEvent.click(screen.getByRole('button', { name: 'Stock D' }))
    const sheet = within(await dialog())
    expect(sheet.getByRole('heading', { name: 'Stock D' })).toBeTruthy()
    expect(sheet.getByText('$120.00')).toBeTruthy()
    expect(sheet.getByText('+50.0%')).toBeTruthy()
    expect(sheet.getByText('You own 20 shares, $2,400.00')).toBeTruthy()
    expect(sheet.getByText('Cash $8,000.00')).toBeTruthy()
    const chart = sheet.getByRole('slider', { name: /^Stock D since the start/ })
    expect(chart.getAttribute('aria-valuetext')).toContain('$120.00')
  })

  test('is open at its address, also after a reload, and closes', async () => {
    open('#P')
    expect(within(await dialog()).getByRole('heading', { name: 'Stock P' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBe(null)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stock P' }))
  })

  test('that was opened here closes with the way back', async () => {
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
    open()
    await heading('Economics 10')
    await userEvent.click(screen.getByRole('button', { name: 'Stock D' }))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(back).toHaveBeenCalledTimes(1)
  })

  test('that the lesson does not have is not open', async () => {
    open('#TSLA')
    await heading('Economics 10')
    expect(screen.queryByRole('dialog')).toBe(null)
  })
})
