// Tests what only the owner of a league has on its page: inviting, the door, the rules, the end, and the members.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import { alertText } from '../testing/announced.ts'
import { board, memberOf, over, ownLeague, upcoming } from '../testing/leagues.ts'
import {
  refuses,
  renderAt,
  replies,
  requests,
  runMarket,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { LeagueHome } from './league-home.tsx'

const NoLesson = () => null
const Address = () => <output>{useLocation().pathname}</output>
const address = () => document.querySelector('output')?.textContent

const members = [
  memberOf('Brave Fox', 'Ben K., 9b', 12),
  memberOf('Calm Otter 12', null, 3),
  memberOf('Quick Hare', 'Anna S., 9b', 7),
]

let changed: (typeof replies)[string] = says(ownLeague)

testAsLearner(() => {
  answerWith()
})

/** Replies to a change of the league with `changed`. */
function answerWith(changes: object = {}): void {
  const shown = { ...ownLeague, ...changes }
  changed = says(shown)
  replies['/api/leagues/l-1'] = (asked) =>
    asked.method === 'GET' ? Response.json(shown) : changed(asked)
  replies['/api/leagues/l-1/board'] = says(board)
  replies['/api/leagues/l-1/journal'] = says({ shown: false, members: [] })
  replies['/api/leagues/l-1/members'] = says({ members, as_of: board.as_of })
}

const open = () =>
  renderAt(
    '/leagues/l-1',
    <>
      <LeagueHome lessonHome={NoLesson} />
      <Address />
    </>,
  )
const card = (name: string) => screen.findByRole('region', { name })
const button = (name: string) => screen.getByRole('button', { name })
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const bodies = (method: string) =>
  requests.filter((one) => one.method === method).map(({ body }) => body)
const gone = (): Response => new Response(null, { status: 204 })

describe('inviting', () => {
  test('shows the code in two groups, the link and its QR code, also large', async () => {
    open()
    const invite = await card('Invite people')
    expect(within(invite).getByText('BCDF-2345')).toBeTruthy()
    expect(within(invite).getByText('B C D F 2 3 4 5')).toBeTruthy()
    expect(within(invite).getByText('localhost:3000/join/BCDF2345')).toBeTruthy()
    expect(await within(invite).findByRole('img', { name: 'QR code of the link' })).toBeTruthy()
    await click('Show it large')
    const large = within(screen.getByRole('dialog', { name: 'Join Class 9b' }))
    expect(large.getByText('BCDF-2345')).toBeTruthy()
    expect(await large.findByRole('img', { name: 'QR code of the link' })).toBeTruthy()
    await userEvent.click(large.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('copies the link', async () => {
    userEvent.setup()
    open()
    await click('Copy the link')
    expect(await screen.findByText('Copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/join/BCDF2345')
  })

  test('says where the browser does not copy', async () => {
    userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    open()
    await click('Copy the link')
    expect(await screen.findByText("That didn't work. Copy the link by hand.")).toBeTruthy()
  })

  test('closes and opens the door', async () => {
    open()
    await card('Invite people')
    answerWith({ door: 'closed' })
    await click('Close the door')
    expect(await screen.findByText('The door is closed. The code does not work.')).toBeTruthy()
    answerWith({ door: 'open' })
    await click('Open the door')
    expect(await screen.findByText('The door is open. The code lets people in.')).toBeTruthy()
    expect(bodies('PATCH')).toEqual([{ door: 'closed' }, { door: 'open' }])
  })

  test('makes a new code, but not before it is confirmed', async () => {
    replies['/api/leagues/l-1/code'] = () => {
      answerWith({ code: 'GHJK6789' })
      return Response.json(ownLeague)
    }
    open()
    await click('New code…')
    expect(bodies('POST')).toEqual([])
    expect(screen.getByRole('dialog').textContent).toContain('The old code and its link stop')
    await userEvent.click(button('Make a new code'))
    expect(await screen.findByText('GHJK-6789')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is over with the league', async () => {
    answerWith(over)
    open()
    await card('Members')
    expect(screen.queryByRole('region', { name: 'Invite people' })).toBeNull()
  })
})

describe('the league itself', () => {
  test('can be renamed, and the rules stay as they are', async () => {
    open()
    await click('Rename…')
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect(name.value).toBe('Class 9b')
    expect(screen.queryByLabelText('Ends')).toBeNull()
    await userEvent.type(name, ' and c')
    answerWith({ name: 'Class 9b and c' })
    await userEvent.click(button('Save'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Class 9b and c' })).toBeTruthy()
    expect(bodies('PATCH')).toEqual([{ name: 'Class 9b and c' }])
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  })

  test('says why it cannot be renamed, and keeps what was typed', async () => {
    open()
    await click('Rename…')
    changed = refuses({ code: 'invalid_league_name' })
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '!?{Enter}')
    expect(await alertText()).toContain('Choose a name of 3 to 40 letters')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Class 9b!?')
  })

  test('can change all of its rules before the start, while nobody else is in it', async () => {
    answerWith({ ...upcoming, members: 1 })
    open()
    await click('Change name and rules…')
    await userEvent.selectOptions(screen.getByLabelText('Orders'), 'Market only')
    await userEvent.click(button('Save'))
    await waitFor(() =>
      expect(bodies('PATCH')).toEqual([
        {
          name: 'Class 9b',
          starting_cash: 10_000,
          starts_at: upcoming.starts_at,
          ends_at: ownLeague.ends_at,
          orders: 'now',
          holdings: 'never',
        },
      ]),
    )
  })

  test('can only be renamed once somebody else is in it', async () => {
    answerWith({ ...upcoming, members: 2 })
    open()
    expect(await screen.findByRole('button', { name: 'Rename…' })).toBeTruthy()
  })

  test('ends 24 hours later, once that is confirmed', async () => {
    replies['/api/leagues/l-1/end'] = says(ownLeague)
    open()
    await click('End early…')
    expect(screen.getByRole('dialog').textContent).toContain(
      "It ends in 24 hours. All pages of the league say so. There's no undo.",
    )
    await userEvent.click(button('End early'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(timesAsked('POST /api/leagues/l-1/end')).toBe(1)
  })

  test('ends with a session at real prices', async () => {
    runMarket({ market: 'yahoo', hours: 'nyse' })
    open()
    await click('End early…')
    expect(screen.getByRole('dialog').textContent).toContain(
      'It ends in 24 hours, when the market next closes after that.',
    )
  })

  test.each([
    ['before the start', upcoming],
    ['after the end', over],
    ['twice', { ends_at: '2036-11-20T15:00:00.000Z' }],
  ])('cannot be ended %s', async (_when, changes) => {
    answerWith(changes)
    open()
    await card('Manage the league')
    expect(screen.queryByRole('button', { name: 'End early…' })).toBeNull()
  })

  test('can be deleted, which leads to the other leagues', async () => {
    changed = gone
    open()
    await click('Delete…')
    await userEvent.click(button('Delete for good'))
    await waitFor(() => expect(address()).toBe('/leagues'))
    expect(timesAsked('DELETE /api/leagues/l-1')).toBe(1)
    // The page that is left would be told that there is no such league.
    expect(timesAsked('GET /api/leagues/l-1')).toBe(1)
  })

  test('stays where another member has traded', async () => {
    changed = refuses({ code: 'league_in_use' })
    open()
    await click('Delete…')
    await userEvent.click(button('Delete for good'))
    expect(await alertText()).toContain('Another member has traded')
    expect(address()).toBe('/leagues/l-1')
  })

  test('cannot be left by its owner', async () => {
    open()
    await card('Members')
    await screen.findByText('(you)')
    expect(screen.queryByRole('button', { name: 'Leave the league…' })).toBeNull()
  })
})

describe('the members', () => {
  const table = () => screen.findByRole('table', { name: 'Members' })
  const rows = async () =>
    within(await table())
      .getAllByRole('row')
      .slice(1)
  const names = async () =>
    (await rows()).map((row) => within(row).getByRole('rowheader').textContent)

  test('are shown with the names that they gave', async () => {
    open()
    const [first] = await rows()
    expect([...(first?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Brave Fox',
      'Ben K., 9b',
      expect.stringMatching(/^Active Nov 18, 2026$/),
      '12 trades',
      '$10,012.00',
      '+0.12%',
      'Largest 12%',
      'Remove…',
    ])
  })

  test.each([
    ['Trades', ['Calm Otter 12 (you)', 'Quick Hare', 'Brave Fox']],
    ['Real name', ['Quick Hare', 'Brave Fox', 'Calm Otter 12 (you)']],
  ])('are sorted by %s', async (column, sorted) => {
    open()
    const head = within(await table()).getByRole('button', { name: column })
    await userEvent.click(head)
    expect(await names()).toEqual(sorted)
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe('ascending')
    await userEvent.click(head)
    expect((await names()).at(0)).toBe('Brave Fox')
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe('descending')
  })

  test('are downloaded as a table', async () => {
    const made: Blob[] = []
    URL.createObjectURL = (blob) => `blob:${made.push(blob as Blob)}`
    URL.revokeObjectURL = () => {}
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    replies['/api/leagues/l-1/members.csv'] = () =>
      new Response('name\nAnna', { headers: { 'content-type': 'text/csv' } })
    open()
    await click('Download CSV')
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(await made[0]?.text()).toBe('name\nAnna')
  })

  test('can be removed, but not the owner', async () => {
    replies['/api/leagues/l-1/members/u-Quick%20Hare'] = () => {
      replies['/api/leagues/l-1/members'] = says({
        members: members.slice(0, 2),
        as_of: board.as_of,
      })
      return gone()
    }
    open()
    await screen.findByText('(you)')
    await click('Remove Quick Hare')
    expect(screen.queryByRole('button', { name: 'Remove Calm Otter 12' })).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Remove Quick Hare?' }).textContent).toContain(
      "can't join again",
    )
    await userEvent.click(button('Remove'))
    await waitFor(async () => expect(await names()).toEqual(['Brave Fox', 'Calm Otter 12 (you)']))
    expect(timesAsked('DELETE /api/leagues/l-1/members/u-Quick%20Hare')).toBe(1)
  })

  test('cannot be removed after the end', async () => {
    answerWith(over)
    open()
    await table()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  })
})
