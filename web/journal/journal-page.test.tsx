// Tests the page of the journal: its entries, their outcomes, the filter, further pages, the download, and changing a reason.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import { ScopeProvider, mainScope } from '../portfolio/scope.tsx'
import { alertText } from '../testing/announced.ts'
import { fill, pick } from '../testing/fill.ts'
import { entry, pageOf, sale } from '../testing/journal.ts'
import {
  refuses,
  renderAt,
  replies,
  requests,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { traded } from '../testing/result.ts'
import JournalPage from './journal-page.tsx'

testAsLearner(() => {
  replies['/api/journal'] = says(pageOf(entry))
})

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const address = () => document.querySelector('output')?.textContent

const open = (at = '/journal', portfolio: string | null = null) =>
  renderAt(
    at,
    <ScopeProvider scope={{ ...mainScope, portfolio }}>
      <JournalPage />
      <Address />
    </ScopeProvider>,
  )
const rows = async () => within(await screen.findByRole('list', { name: 'Entries' }))
const texts = async () =>
  (await rows()).getAllByRole('listitem').map(({ textContent }) => textContent)
const textOf = async (changes: object) => {
  replies['/api/journal'] = says(pageOf({ ...entry, ...changes }))
  open()
  const [text] = await texts()
  cleanup()
  return text
}
const itIs = (instant: string) =>
  vi.spyOn(performance, 'now').mockReturnValue(Date.parse(instant) - performance.timeOrigin)
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('an entry', () => {
  test('says what was done and when, the reason, the number and the outcome', async () => {
    open()
    const [text] = await texts()
    expect(text).toContain('Bought 5 shares of AAPL at $189.12')
    expect(text).toContain('Because the new phone sells well.')
    expect(text).toContain('80% sure: better than the market·Right: AAPL +3.10%, the market +1.20%')
    const time = (await rows()).getByText(/^Oct 1, 2026, /)
    expect(time.getAttribute('datetime')).toBe(entry.at)
    const stock = screen.getByRole('link', { name: 'AAPL' })
    expect(stock.getAttribute('href')).toBe('/stock/AAPL')
    expect(document.title).toBe('Journal · Tengrand')
  })

  test.each([
    [{ outcome: 'wrong' }, 'Wrong: AAPL'],
    [{ outcome: 'even' }, 'Even: AAPL'],
    [
      { outcome: 'lapsed', stock_return_percent: null, market_return_percent: null },
      'Lapsed: it ended too early for a result',
    ],
    [{ outcome: null, due_at: '2026-11-25T15:00:00Z' }, 'in 12 days'],
    [{ outcome: null, due_at: '2026-11-13T21:00:00Z' }, 'in 1 day'],
    [{ outcome: null }, 'waiting for closing prices'],
    [
      { outcome: null, due_at: null, waiting: true, kind: 'limit', price: 180 },
      'Buy 5 shares of AAPL at $180.00 or less. Waits for its price.',
    ],
    [
      { outcome: null, due_at: null, waiting: true, kind: 'limit', type: 'SELL' },
      'Sell 5 shares of AAPL at $189.12 or more. Waits for its price.',
    ],
    [
      { outcome: null, due_at: null, waiting: true, kind: 'stop', type: 'SELL' },
      'Sell 5 shares of AAPL if it falls to $189.12. Waits for its price.',
    ],
    [
      { outcome: null, due_at: null, waiting: true, kind: 'limit' },
      '80% sure: better than the market·the 30 days begin with the trade',
    ],
  ])('with %o says %j', async (changes, words) => {
    itIs('2026-11-13T15:30:00Z')
    expect(await textOf(changes)).toContain(words)
  })

  test('of a sale says that the stock does worse', async () => {
    const words = await textOf(sale)
    expect(words).toContain('Sold 1 share of TSLA at $250.00')
    expect(words).toContain('60% sure: worse than the market')
  })

  test('without a forecast has no outcome', async () => {
    const words = await textOf({ confidence: null, outcome: null, due_at: null })
    expect(words).not.toMatch(/sure|Right|Wrong|days/)
  })

  test('shows its reason as plain text, with its lines, and without markup or links', async () => {
    const note = '<img src=x onerror=alert(1)>\nhttps://example.com\n\u202Eabc'
    replies['/api/journal'] = says(pageOf({ ...entry, note }))
    open()
    const shown = (await rows()).getByText((_, element) => element?.tagName === 'BDI')
    expect(shown.textContent).toBe(note)
    expect(shown.children).toHaveLength(0)
    expect(shown.closest('a')).toBeNull()
    expect(shown.parentElement?.className).toContain('whitespace-pre-wrap')
    expect(document.querySelector('img')).toBeNull()
  })
})

describe('the list', () => {
  test('says what the journal is for while it is empty', async () => {
    replies['/api/journal'] = says(pageOf())
    open()
    expect(await screen.findByText('No entries yet.')).toBeTruthy()
    expect(
      screen.getByText(
        "When you trade, choose 'Add a reason' under the form. After 30 days you see if you were right.",
      ),
    ).toBeTruthy()
  })

  test('is filtered by stock, in the address', async () => {
    replies['/api/journal?ticker=TSLA'] = says(pageOf(sale))
    replies['/api/journal?ticker=AMD'] = says(pageOf())
    open()
    await rows()
    pick(screen.getByRole('combobox', { name: 'Stock' }), 'TSLA')
    expect(await screen.findByText(/^Sold 1 share/)).toBeTruthy()
    expect(address()).toBe('/journal?ticker=TSLA')
    pick(screen.getByRole('combobox', { name: 'Stock' }), 'AMD')
    expect(await screen.findByText('No entries about AMD.')).toBeTruthy()
    pick(screen.getByRole('combobox', { name: 'Stock' }), '')
    expect(await screen.findByText(/^Bought 5 shares/)).toBeTruthy()
    expect(address()).toBe('/journal')
  })

  test('loads earlier entries, and says where that failed', async () => {
    replies['/api/journal'] = says({ entries: [entry], next: 'entry-1' })
    replies['/api/journal?before=entry-1'] = refuses({ code: 'internal_error' })
    open()
    await press('Load more')
    expect(await alertText()).toBe('Failed to load more entries.')
    replies['/api/journal?before=entry-1'] = says(pageOf(sale))
    await press('Load more')
    await waitFor(async () => expect(await texts()).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('says why it cannot be shown', async () => {
    replies['/api/journal'] = refuses({ code: 'internal_error' })
    open()
    expect(await alertText()).toContain('Failed to load the journal')
  })

  test('is saved as a file', async () => {
    const saved = vi.fn<() => string>(() => 'blob:csv')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }))
    replies['/api/journal.csv'] = () =>
      new Response('Date\r\n', { headers: { 'content-type': 'text/csv' } })
    open()
    await rows()
    await press('Download CSV')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  })
})

describe('an earlier run', () => {
  test('is read with its own entries, and its reasons cannot be changed', async () => {
    replies['/api/journal?portfolio=p-1'] = says(pageOf({ ...entry, note_until: inAnHour() }))
    replies['/api/journal?ticker=AMD&portfolio=p-1'] = says(pageOf())
    replies['/api/portfolio?portfolio=p-1'] = says({ ...traded, chapter: 2 })
    open('/journal?portfolio=p-1', 'p-1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Journal: Run 2' })).toBeTruthy()
    await rows()
    expect(screen.queryByRole('button', { name: /Edit reason/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Run 2' }).getAttribute('href')).toBe('/portfolio/p-1')
    pick(screen.getByRole('combobox', { name: 'Stock' }), 'AMD')
    await screen.findByText('No entries about AMD.')
    expect(address()).toBe('/journal?portfolio=p-1&ticker=AMD')
  })

  test('that is none says so', async () => {
    replies['/api/journal'] = refuses({ code: 'unknown_portfolio' })
    open('/journal?portfolio=p-1', 'p-1')
    expect(await screen.findByText('Run not found')).toBeTruthy()
  })
})

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()

describe('a reason', () => {
  const young = () => ({ ...entry, note_until: inAnHour() })
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Why?' })

  test('is changed in its first minutes', async () => {
    replies['/api/journal'] = says(pageOf(young()))
    replies['/api/journal/entry-1'] = says({ ...young(), note: 'Better.' })
    open()
    await press('Edit reason, AAPL')
    expect(await field()).toMatchObject({ value: entry.note, maxLength: 280 })
    expect(document.activeElement).toBe(await field())
    replies['/api/journal'] = says(pageOf({ ...young(), note: 'Better.' }))
    fill(await field(), ' Better. ')
    await press('Save')
    expect(await screen.findByText('Better.')).toBeTruthy()
    const change = requests.find(({ method }) => method === 'PATCH')
    expect(change).toMatchObject({ address: '/api/journal/entry-1', body: { note: 'Better.' } })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit reason, AAPL' }))
  })

  test('that is refused stays in its form, with the sentence of the refusal', async () => {
    replies['/api/journal'] = says(pageOf(young()))
    replies['/api/journal/entry-1'] = refuses({ code: 'note_closed' })
    open()
    await press('Edit reason, AAPL')
    fill(await field(), 'Too late')
    await press('Save')
    expect(await alertText()).toBe('You can change a reason for 10 minutes after the order.')
    expect(await field()).toMatchObject({ value: 'Too late' })
    await press('Cancel')
    expect(await screen.findByText(String(entry.note))).toBeTruthy()
  })

  test('that is empty is not sent', async () => {
    replies['/api/journal'] = says(pageOf(young()))
    open()
    await press('Edit reason, AAPL')
    fill(await field(), '  ')
    await press('Save')
    expect(timesAsked('PATCH /api/journal/entry-1')).toBe(0)
  })

  test('can be added where there is a number alone', async () => {
    replies['/api/journal'] = says(pageOf({ ...young(), note: null }))
    open()
    expect(await screen.findByRole('button', { name: 'Add a reason, AAPL' })).toBeTruthy()
  })

  test('cannot be changed later: its button disappears', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const clock = itIs('2026-10-01T15:09:00Z')
    open()
    await vi.waitFor(() => screen.getByRole('button', { name: 'Edit reason, AAPL' }))
    clock.mockReturnValue(Date.parse('2026-10-01T15:10:00Z') - performance.timeOrigin)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.queryByRole('button', { name: 'Edit reason, AAPL' })).toBeNull()
  })
})
