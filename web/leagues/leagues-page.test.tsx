// Tests the page of the learner's leagues: the list, the field for a code, and the form of a new league.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import { alertText } from '../testing/announced.ts'
import { league, over, ownLeague, upcoming } from '../testing/leagues.ts'
import {
  isDown,
  refuses,
  renderAt,
  replies,
  requests,
  runMarket,
  says,
  testAsLearner,
} from '../testing/learner.tsx'
import LeaguesPage from './leagues-page.tsx'

const Address = () => <output>{useLocation().pathname}</output>

testAsLearner(() => {
  answerWith([])
})

let posted: (typeof replies)[string] = says(ownLeague)

/** Replies to the list of leagues; `posted` replies to a new one. */
function answerWith(leagues: readonly object[], former: readonly object[] = []): void {
  posted = says(ownLeague)
  replies['/api/leagues'] = (asked) =>
    asked.method === 'POST' ? posted(asked) : Response.json({ leagues, former })
}

const open = () =>
  renderAt(
    '/leagues',
    <>
      <LeaguesPage />
      <Address />
    </>,
  )
const address = () => document.querySelector('output')?.textContent
const button = (name: string) => screen.getByRole('button', { name })

test('has the closed portfolios of former leagues', async () => {
  answerWith(
    [],
    [
      { name: 'Class 9b', portfolio: 'p-9', removed: true },
      { name: 'Chess club', portfolio: 'p-8', removed: false },
    ],
  )
  open()
  expect(await screen.findByText(/You were removed from Class 9b\./)).toBeTruthy()
  expect(screen.getByText(/You left Chess club\./)).toBeTruthy()
  const links = screen.getAllByRole('link', { name: 'Your closed portfolio' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/portfolio/p-9',
    '/portfolio/p-8',
  ])
  expect(screen.getByText("You're not in a league.")).toBeTruthy()
})

describe('the list', () => {
  const lines = async () => {
    const card = await screen.findByRole('region', { name: 'Your leagues' })
    return (await within(card).findAllByRole('listitem')).map((line) => line.textContent)
  }

  test('has name, time, members and role of each, and leads to it', async () => {
    answerWith([
      { ...league, ends_at: '2236-01-01T00:00:00Z' },
      { ...ownLeague, ...upcoming, id: 'l-2', name: 'Chess club', members: 1 },
      { ...league, ...over, id: 'l-3', name: 'Summer' },
    ])
    open()
    expect(await lines()).toEqual([
      expect.stringMatching(/^Class 9b\d+ days left · 3 members$/),
      expect.stringMatching(/^Chess clubStarts in \d+ days · 1 member · You run it$/),
      'SummerOver · 3 members',
    ])
    expect(screen.getByRole('link', { name: 'Class 9b' }).getAttribute('href')).toBe('/leagues/l-1')
  })

  test('is one sentence for somebody who is in no league', async () => {
    open()
    expect(await screen.findByText("You're not in a league yet.")).toBeTruthy()
  })

  test('says why it cannot be shown, and can be asked for again', async () => {
    replies['/api/leagues'] = refuses({ code: 'internal_error' })
    open()
    expect(await alertText()).toContain('Failed to load your leagues: Something went wrong')
    answerWith([league])
    await userEvent.click(button('Try again'))
    expect(await lines()).toHaveLength(1)
  })
})

describe('a code', () => {
  test.each([
    ['bcdf-2345{Enter}', '/join/BCDF2345'],
    [' BCDF 2345 {Enter}', '/join/BCDF2345'],
    ['https://tengrand.example/join/bcdf2345{Enter}', '/join/BCDF2345'],
  ])('%j leads to its league', async (typed, path) => {
    open()
    await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), typed)
    expect(address()).toBe(path)
  })
})

describe('a new league', () => {
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  const sent = () => requests.filter(({ method }) => method === 'POST')

  async function openForm(): Promise<void> {
    open()
    await userEvent.click(button('Create a league'))
  }

  async function create(): Promise<void> {
    await openForm()
    await userEvent.type(name(), 'Class 9b')
    await userEvent.click(button('Create'))
  }

  test('begins now, with $10,000, for a month, and leads to its page', async () => {
    await create()
    await waitFor(() => expect(address()).toBe('/leagues/l-1'))
    expect(sent()[0]?.body).toEqual({
      name: 'Class 9b',
      starting_cash: 10_000,
      starts_at: null,
      ends_at: expect.stringMatching(/T\d\d:[03]0:00\.000Z$/),
      orders: 'all',
      holdings: 'after',
    })
    const days = (Date.parse(Object(sent()[0]?.body).ends_at) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
  })

  test('has the rules that are chosen, and times of the zone of the reader', async () => {
    await openForm()
    await userEvent.type(name(), 'Chess')
    await userEvent.clear(input('Starting cash in dollars'))
    await userEvent.type(input('Starting cash in dollars'), '2500.50')
    fireEvent.change(input('Starts'), { target: { value: '2036-03-01T09:30' } })
    fireEvent.change(input('Ends'), { target: { value: '2036-04-01T15:00' } })
    await userEvent.selectOptions(input('Orders'), 'Market only')
    await userEvent.selectOptions(input('Others see holdings'), 'Always')
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(screen.getByText(`Your time zone: ${timeZone}.`)).toBeTruthy()
    await userEvent.click(button('Create'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toEqual({
      name: 'Chess',
      starting_cash: 2500.5,
      starts_at: new Date('2036-03-01T09:30').toISOString(),
      ends_at: new Date('2036-04-01T15:00').toISOString(),
      orders: 'now',
      holdings: 'always',
    })
  })

  test('ends with a session at real prices, which the form says', async () => {
    await openForm()
    expect(screen.queryByText(/when the market next closes/)).toBeNull()
    cleanup()
    runMarket({ market: 'yahoo', hours: 'nyse' })
    await openForm()
    expect(screen.getByText(/The end is when the market next closes after that\.$/)).toBeTruthy()
  })

  test('is created once, also where the answer was lost', async () => {
    posted = isDown
    await create()
    expect(await alertText()).toContain("Try again. It won't happen twice.")
    expect(name().value).toBe('Class 9b')
    posted = says(ownLeague)
    await userEvent.click(button('Create'))
    await waitFor(() => expect(address()).toBe('/leagues/l-1'))
    const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  test('with another name is another one', async () => {
    posted = isDown
    await create()
    await alertText()
    posted = says(ownLeague)
    await userEvent.type(name(), ' again')
    await userEvent.click(button('Create'))
    await waitFor(() => expect(address()).toBe('/leagues/l-1'))
    expect(sent().at(-1)?.body).toMatchObject({ name: 'Class 9b again' })
    const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(2)
  })

  test('is refused where the learner runs too many', async () => {
    posted = refuses({ code: 'too_many_leagues', of: 'owned', most: 10 })
    await create()
    expect(await alertText()).toBe('You already run 10 leagues. End or delete one first.')
  })

  test('is refused at its name, and nothing is lost', async () => {
    posted = refuses({ code: 'invalid_league_name' })
    await openForm()
    await userEvent.selectOptions(input('Orders'), 'Market only')
    await userEvent.type(name(), 'Admin{Enter}')
    expect(await alertText()).toContain('Choose a name of 3 to 40 letters')
    expect(name().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(name())
    expect(name().value).toBe('Admin')
    expect(input('Orders').value).toBe('now')
  })

  test('is refused at the field that the server names, in the words of the form', async () => {
    posted = refuses({
      code: 'invalid_request',
      reason: 'ends_at must be at least 1 hour after the start.',
    })
    await create()
    expect(await alertText()).toBe('The end must be at least 1 hour after the start.')
    expect(input('Ends').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input('Ends'))
    expect(name().getAttribute('aria-invalid')).toBe('false')
  })

  test('can be given up', async () => {
    await openForm()
    expect(document.activeElement).toBe(name())
    await userEvent.click(button('Cancel'))
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
    expect(document.activeElement).toBe(button('Create a league'))
  })

  test('begins now where the start is this minute', async () => {
    await openForm()
    await userEvent.type(name(), 'Chess')
    const now = Date.parse('2036-03-01T09:30:42Z')
    vi.spyOn(performance, 'now').mockReturnValue(now - performance.timeOrigin)
    const local = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString()
    fireEvent.change(input('Starts'), { target: { value: local.slice(0, 16) } })
    await userEvent.click(button('Create'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(Object(sent()[0]?.body).starts_at).toBe(null)
  })
})
