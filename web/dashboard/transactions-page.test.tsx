// Tests the transaction history: each state, the requests page by page, and the download.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import {
  chapterOf,
  isDown,
  Learner,
  neverAnswers,
  portfolioOf,
  refuses,
  replies,
  requests,
  says,
  testAsLearner,
} from '../testing/learner.tsx'
import { addressOf, useLocation } from '../browser/router.tsx'
import TransactionsPage from './transactions-page.tsx'

const trade = (quantity: number, type = 'BUY', ticker = 'AAPL') => ({
  timestamp: '2026-11-12T15:42:00.000Z',
  type,
  ticker,
  quantity,
  realized_gain: type === 'BUY' ? null : 0,
  price: 2.5,
})
const none = { transactions: [], next: null }
const first = { transactions: [trade(3), trade(4, 'SELL')], next: 'there' }
const second = { transactions: [trade(5)], next: null }
const withSplit = { ...second, has_splits: true }

/** Whether the end of the list is on the screen. */
let endInSight: boolean
const ends = new Set<() => void>()

testAsLearner(() => {
  endInSight = false
  ends.clear()
  vi.stubGlobal('IntersectionObserver', function (notify: (entries: object[]) => void) {
    const look = () => notify([{ isIntersecting: endInSight }])
    return {
      observe: () => {
        ends.add(look)
        queueMicrotask(() => ends.has(look) && look())
      },
      disconnect: () => ends.delete(look),
    }
  })
})

const open = (at = '/transactions'): void =>
  void render(
    <Learner at={at}>
      <TransactionsPage />
      <Address />
    </Learner>,
  )
const Address = () => <p data-testid="address">{addressOf(useLocation())}</p>
const addressNow = () => screen.getByTestId('address').textContent
const kinds = () => screen.getAllByRole('radio').map(({ textContent }) => textContent)
const split = () => screen.findByRole('radio', { name: 'Split' })
/** Brings the end into view; `act` waits for the updates that follow. */
const scrollToEnd = () =>
  act(async () => {
    endInSight = true
    ends.forEach((look) => look())
  })
const quantities = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.textContent)
const asked = () =>
  requests
    .filter(({ address }) => address.startsWith('/api/transactions'))
    .map(({ address }) => address.replace('/api/transactions?limit=100', ''))

describe('the history', () => {
  test('is loading at first', () => {
    replies['/api/transactions'] = neverAnswers
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'Transaction History' })).toBeTruthy()
    expect(document.title).toBe('Transaction History · Tengrand')
    expect(screen.getByRole('status').textContent).toBe('Loading transactions...')
  })

  test('of a beginner is empty, with nothing to take away', async () => {
    replies['/api/transactions'] = says(none)
    open()
    expect(await screen.findByText('No transactions yet.')).toBeTruthy()
    expect(screen.getByText('Start trading to see your transaction history!')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download CSV' })).toHaveProperty('disabled', true)
  })

  test('of a new chapter leads to the one before', async () => {
    replies['/api/transactions'] = says(none)
    replies['/api/portfolio'] = says({ ...portfolioOf(10_000), chapter: 2 })
    const chapters = [chapterOf('second', 2), chapterOf('first', 1, '2026-11-10T15:00:00Z')]
    replies['/api/portfolio/chapters'] = says({ chapters })
    open()
    const link = await screen.findByRole('link', { name: 'See your earlier run' })
    expect(link.getAttribute('href')).toBe('/portfolio/runs')
  })

  test('says so in red when it could not be loaded, and tries again', async () => {
    replies['/api/transactions'] = refuses({ code: 'not_found' })
    open()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Failed to load transactions.')
    expect(alert.className).toContain('text-loss')
    replies['/api/transactions'] = says(second)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(quantities()).toEqual(['5']))
  })
})

test('the page has the history only: what is held is on another', async () => {
  replies['/api/transactions'] = says(second)
  open()
  const tables = await screen.findAllByRole('table')
  expect(tables.map((table) => table.getAttribute('aria-label'))).toEqual(['Transactions'])
  expect(asked()).toEqual([''])
})

describe('a long history', () => {
  beforeEach(() => {
    replies['/api/transactions'] = says(first)
    replies['/api/transactions?limit=100&before=there'] = says(second)
  })

  test('goes on when the reader comes to its end, and says when that was all', async () => {
    open()
    await waitFor(() => expect(quantities()).toEqual(['3', '4']))
    expect(asked()).toEqual([''])
    await scrollToEnd()
    await waitFor(() => expect(quantities()).toEqual(['3', '4', '5']))
    expect(asked()).toEqual(['', '&before=there'])
    expect(screen.getByText('3 transactions')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('goes on by itself while its end is in sight', async () => {
    endInSight = true
    const third = { transactions: [trade(6)], next: null }
    replies['/api/transactions?limit=100&before=there'] = says({ ...second, next: 'far' })
    replies['/api/transactions?limit=100&before=far'] = says(third)
    open()
    await waitFor(() => expect(quantities()).toEqual(['3', '4', '5', '6']))
  })

  test('goes on by a button too', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    replies['/api/transactions?limit=100&before=there'] = () => promise
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(screen.getByRole('status').textContent).toBe('Loading more transactions...')
    expect(quantities()).toEqual(['3', '4'])
    await scrollToEnd()
    resolve(Response.json(second))
    await waitFor(() => expect(quantities()).toEqual(['3', '4', '5']))
    expect(asked()).toEqual(['', '&before=there'])
  })

  test('keeps what it has when it cannot go on, and waits to be told', async () => {
    replies['/api/transactions?limit=100&before=there'] = isDown
    open()
    await waitFor(() => expect(quantities()).toEqual(['3', '4']))
    await scrollToEnd()
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load transactions.')
    const before = requests.length
    await scrollToEnd()
    expect(requests).toHaveLength(before)
    expect(quantities()).toEqual(['3', '4'])
    replies['/api/transactions?limit=100&before=there'] = says(second)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(quantities()).toEqual(['3', '4', '5']))
    expect(requests).toHaveLength(before + 1)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the filter', () => {
  beforeEach(() => {
    replies['/api/transactions'] = says(withSplit)
  })

  test('takes one stock, one type, or both, and everything again', async () => {
    open()
    await waitFor(() => expect(quantities()).toEqual(['5']))
    await userEvent.selectOptions(screen.getByLabelText('Stock'), 'NVDA')
    await userEvent.click(screen.getByRole('radio', { name: 'Sell' }))
    await userEvent.selectOptions(screen.getByLabelText('Stock'), 'All stocks')
    await userEvent.click(screen.getByRole('radio', { name: 'Split' }))
    await waitFor(() =>
      expect(asked()).toEqual([
        '',
        '&ticker=NVDA',
        '&ticker=NVDA&type=SELL',
        '&type=SELL',
        '&type=SPLIT',
      ]),
    )
    await userEvent.click(screen.getByRole('radio', { name: 'All' }))
    await waitFor(() => expect(quantities()).toEqual(['5']))
  })

  test.each([
    { query: '', kind: 'All', stock: '', after: '?ticker=AMD' },
    {
      query: '?ticker=NVDA&type=SELL',
      kind: 'Sell',
      stock: 'NVDA',
      after: '?ticker=AMD&type=SELL',
    },
    { query: '?type=SPLIT', kind: 'Split', stock: '', after: '?ticker=AMD&type=SPLIT' },
    { query: '?ticker=nope&type=GIFT&x=1', kind: 'All', stock: '', after: '?ticker=AMD' },
  ])('is what the address says: $query', async ({ query, kind, stock, after }) => {
    open(`/transactions${query}`)
    await waitFor(() => expect(quantities()).toEqual(['5']))
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe(kind)
    expect(screen.getByLabelText('Stock')).toHaveProperty('value', stock)
    await userEvent.selectOptions(screen.getByLabelText('Stock'), 'AMD')
    expect(addressNow()).toBe(`/transactions${after}`)
    await userEvent.selectOptions(screen.getByLabelText('Stock'), '')
    await userEvent.click(screen.getByRole('radio', { name: 'All' }))
    expect(addressNow()).toBe('/transactions')
  })

  test('offers splits where there is one, also while another answer is waited for', async () => {
    replies['/api/transactions?limit=100&type=SELL'] = neverAnswers
    open()
    await split()
    await userEvent.click(screen.getByRole('radio', { name: 'Sell' }))
    expect(screen.getByRole('status').textContent).toBe('Loading transactions...')
    expect(kinds()).toEqual(['All', 'Buy', 'Sell', 'Split'])
  })

  test('offers no splits where there is none, unless the address asks for them', async () => {
    replies['/api/transactions'] = says({ ...second, has_splits: false })
    replies['/api/transactions?limit=100&type=SPLIT'] = says({ ...none, has_splits: false })
    open('/transactions?type=SPLIT')
    expect(await screen.findByText('No transactions like these.')).toBeTruthy()
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('Split')
    await userEvent.click(screen.getByRole('radio', { name: 'All' }))
    await waitFor(() => expect(quantities()).toEqual(['5']))
    expect(kinds()).toEqual(['All', 'Buy', 'Sell'])
  })

  test('offers all sixteen stocks by ticker and name', async () => {
    open()
    const options = within(screen.getByLabelText('Stock')).getAllByRole('option')
    expect(options).toHaveLength(17)
    expect(options[1]?.textContent).toBe('AAPL · Apple Inc.')
    await waitFor(() => expect(quantities()).toEqual(['5']))
  })

  test('that finds nothing is not the same as no transactions', async () => {
    replies['/api/transactions?limit=100&type=SPLIT'] = says(none)
    open()
    await userEvent.click(await split())
    expect(await screen.findByText('No transactions like these.')).toBeTruthy()
    expect(screen.queryByText('No transactions yet.')).toBeNull()
    expect(screen.getByRole('button', { name: 'Download CSV' })).toHaveProperty('disabled', false)
  })
})

describe('the file', () => {
  const csv = 'Date,Type,Ticker,Quantity,Price,Total,Cash\r\n'
  let saved: { name: string; blob: Blob }[]

  beforeEach(() => {
    saved = []
    const blobs = new Map<string, Blob>()
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => (blobs.set('blob:1', blob), 'blob:1'),
        revokeObjectURL: (address: string) => blobs.delete(address),
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      const blob = blobs.get(this.href)
      if (blob) saved.push({ name: this.download, blob })
    })
    replies['/api/transactions'] = says(second)
  })
  const download = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))

  test('is fetched with the token and saved under its name', async () => {
    replies['/api/transactions.csv'] = () => new Response(csv)
    open()
    await waitFor(() => expect(quantities()).toEqual(['5']))
    await download()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('tengrand-transactions.csv')
    expect(await saved[0]?.blob.text()).toBe(csv)
    expect(saved[0]?.blob.type).toBe('text/csv')
    expect(requests.at(-1)?.headers.get('authorization')).toBe('Bearer token of uid-ann')
  })

  test('is waited for once', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    replies['/api/transactions.csv'] = () => promise
    open()
    await waitFor(() => expect(quantities()).toEqual(['5']))
    await download()
    expect(screen.getByRole('button', { name: 'Preparing...' })).toHaveProperty('disabled', true)
    expect(saved).toEqual([])
    resolve(new Response(csv))
    expect(await screen.findByRole('button', { name: 'Download CSV' })).toBeTruthy()
    expect(saved).toHaveLength(1)
  })

  test('that does not come is explained, until it does', async () => {
    replies['/api/transactions.csv'] = isDown
    open()
    await waitFor(() => expect(quantities()).toEqual(['5']))
    await download()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to download transactions: The server cannot be reached. Check your connection and try again.',
    )
    replies['/api/transactions.csv'] = () => new Response(csv)
    await download()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
