// Tests the search for a stock: its suggestions, its navigation, and its use by keys, by mouse and by company name.
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import { scrolledIntoView } from '../testing/app.tsx'
import { Learner, testAsLearner } from '../testing/learner.tsx'
import { switchSearchKey, Search } from './search.tsx'

function CurrentPath() {
  const { pathname, hash } = useLocation()
  return <output>{pathname + hash}</output>
}

testAsLearner(() => {
  Element.prototype.scrollIntoView = scrolledIntoView
  render(
    <Learner at="/dashboard">
      <Search />
      <textarea aria-label="Elsewhere" />
      <CurrentPath />
    </Learner>,
  )
})
afterEach(() => {
  switchSearchKey(true)
})

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search for a stock' })
const currentPath = () => screen.getByRole('status').textContent
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () => screen.queryByRole('option', { selected: true })?.textContent
const type = (text: string) => userEvent.type(box(), text)

describe('the box', () => {
  test('says what to type, and has a button', () => {
    expect(box().placeholder).toBe('Search for a stock (e.g., AAPL, GOOGL, TSLA)...')
    const search = within(screen.getByRole('search'))
    expect(search.getByRole('button', { name: 'Search' })).toBeTruthy()
    expect(box().getAttribute('aria-expanded')).toBe('false')
  })

  test.each(['{Enter}', ' {Enter}', '   {Enter}'])('does nothing with %j', async (keys) => {
    await type(keys)
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(currentPath()).toBe('/dashboard')
  })

  test.each([
    { typed: 'aapl', leadsTo: '/stock/AAPL' },
    { typed: '  msft ', leadsTo: '/stock/MSFT' },
    { typed: 'apple', leadsTo: '/stock/AAPL' },
    { typed: 'brk/b?#', leadsTo: '/stock/BRK%2FB%3F%23' },
  ])('leads from $typed to $leadsTo, by key and by button', async ({ typed, leadsTo }) => {
    await type(`${typed}{Enter}`)
    expect(currentPath()).toBe(leadsTo)
    expect(box().value).toBe('')
    await type(typed)
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(currentPath()).toBe(leadsTo)
  })
})

describe('suggestions', () => {
  test('are the tickers with these letters in them, with their companies', async () => {
    await type('am')
    expect(options()).toEqual(['AMZNAmazon.com Inc.', 'AMDAdvanced Micro Devices'])
    const list = screen.getByRole('listbox', { name: 'Stocks' })
    expect(box().getAttribute('aria-controls')).toBe(list.id)
    expect(box().getAttribute('aria-expanded')).toBe('true')
    expect(list.className).toContain('max-h-[300px]')
    await userEvent.clear(box())
    await type('FLX')
    expect(options()).toEqual(['NFLXNetflix Inc.'])
  })

  test.each(['   ', ' '])('are none for %j', async (typed) => {
    await type(typed)
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(box().getAttribute('aria-expanded')).toBe('false')
    expect(box().hasAttribute('aria-controls')).toBe(false)
  })

  test('are companies by their name, in a group that says so, where no ticker fits', async () => {
    await type('appl')
    const group = screen.getByRole('group', { name: 'By company name' })
    expect(screen.getByRole('listbox', { name: 'Stocks' }).firstElementChild).toBe(group)
    expect(within(group).getByRole('option').textContent).toBe('AAPLApple Inc.')
    expect(active()).toBeUndefined()
    await userEvent.keyboard('{ArrowDown}')
    expect(box().getAttribute('aria-activedescendant')).toBe(
      within(group).getByRole('option', { selected: true }).id,
    )
    await userEvent.keyboard('{Enter}')
    expect(currentPath()).toBe('/stock/AAPL')
  })

  test('are tickers alone where one fits, whatever companies are called', async () => {
    await type('met')
    expect(options()).toEqual(['METAMeta Platforms Inc.'])
    expect(screen.queryByRole('group')).toBeNull()
  })

  test('are companies from two letters on, and no more than eight', async () => {
    await type('te')
    expect(options()).toEqual([
      'TSLATesla Inc.',
      'UBERUber Technologies',
      'SPOTSpotify Technology',
      'INTCIntel Corporation',
    ])
    await userEvent.clear(box())
    await type('inc.')
    expect(options()).toHaveLength(8)
  })

  test.each(['zzz', 'q', 'tesls'])(
    'are, for %j, one row that leads to all stocks, by keys and by mouse',
    async (typed) => {
      await type(typed)
      expect(options()).toEqual(['No match. See all 16 stocks'])
      await userEvent.keyboard('{ArrowDown}{Enter}')
      expect(currentPath()).toBe('/dashboard#market')
      await type(typed)
      await userEvent.click(screen.getByRole('option'))
      expect(currentPath()).toBe('/dashboard#market')
      expect(box().value).toBe('')
    },
  )

  test('lead to their stock with a click, before which the box keeps the focus', async () => {
    await type('a')
    const option = screen.getByRole('option', { name: /NVDA/ })
    expect(fireEvent.mouseDown(option)).toBe(false)
    await userEvent.click(option)
    expect(currentPath()).toBe('/stock/NVDA')
    expect(options()).toEqual([])
  })

  const leaveAfterTyping = () => {
    vi.useFakeTimers()
    act(() => box().focus())
    fireEvent.change(box(), { target: { value: 'am' } })
    act(() => box().blur())
  }

  test('close 200 ms after the box has lost the focus, and not before', () => {
    leaveAfterTyping()
    act(() => void vi.advanceTimersByTime(199))
    expect(options()).toHaveLength(2)
    act(() => void vi.advanceTimersByTime(1))
    expect(options()).toEqual([])
  })

  test('stay when the focus comes back in time, and are there again when it comes later', () => {
    leaveAfterTyping()
    act(() => void vi.advanceTimersByTime(100))
    act(() => box().focus())
    act(() => void vi.advanceTimersByTime(1000))
    expect(options()).toHaveLength(2)
    act(() => box().blur())
    act(() => void vi.advanceTimersByTime(1000))
    act(() => box().focus())
    expect(options()).toHaveLength(2)
  })
})

describe('keys', () => {
  test('go down and up through the list and around its ends', async () => {
    await type('am')
    expect(active()).toBeUndefined()
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toMatch(/^AMZN/)
    expect(box().getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    )
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toMatch(/^AMD/)
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toMatch(/^AMZN/)
    await userEvent.keyboard('{ArrowUp}')
    expect(active()).toMatch(/^AMD/)
    expect(document.activeElement).toBe(box())
  })

  test('begin at the end with the arrow that points up', async () => {
    await type('am{ArrowUp}')
    expect(active()).toMatch(/^AMD/)
  })

  test('choose with Enter what they have reached, and only that', async () => {
    await type('am{ArrowDown}{ArrowDown}{Enter}')
    expect(currentPath()).toBe('/stock/AMD')
    await type('am{Enter}')
    expect(currentPath()).toBe('/stock/AM')
  })

  test('leave what was typed to the button', async () => {
    await type('am{ArrowDown}')
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(currentPath()).toBe('/stock/AM')
  })

  test('begin anew when something else is typed', async () => {
    await type('a{ArrowDown}m')
    expect(active()).toBeUndefined()
    expect(box().hasAttribute('aria-activedescendant')).toBe(false)
  })

  test('close the list with Escape, and with another one empty the box', async () => {
    await type('am{Escape}')
    expect(options()).toEqual([])
    expect(box().value).toBe('am')
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toMatch(/^AMZN/)
    await userEvent.keyboard('{Escape}{Escape}')
    expect(box().value).toBe('')
  })
})

describe('the / key', () => {
  test('leads to the box, and is not typed into it', async () => {
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(box())
    expect(box().value).toBe('')
    expect(box().getAttribute('aria-expanded')).toBe('false')
  })

  test('takes what is typed with it', async () => {
    await type('am')
    act(() => box().blur())
    await userEvent.keyboard('/')
    await userEvent.keyboard('n')
    expect(box().value).toBe('n')
  })

  test('is a sign like any other in a field', async () => {
    const elsewhere = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Elsewhere' })
    await userEvent.type(elsewhere, '1/2')
    expect(elsewhere.value).toBe('1/2')
    expect(document.activeElement).toBe(elsewhere)
    await type('a/b')
    expect(box().value).toBe('a/b')
  })

  test.each(['{Control>}/{/Control}', '{Meta>}/{/Meta}', '{Alt>}/{/Alt}'])(
    'means something else in %s',
    async (keys) => {
      await userEvent.keyboard(keys)
      expect(document.activeElement).toBe(document.body)
    },
  )

  test('can be switched off', async () => {
    act(() => switchSearchKey(false))
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(document.body)
    act(() => switchSearchKey(true))
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(box())
  })
})
