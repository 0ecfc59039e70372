// Tests the card about journals in a league: the switch of members, and what the organiser reads.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { alertText } from '../testing/announced.ts'
import { entry, pageOf, sale } from '../testing/journal.ts'
import { board, league, ownLeague } from '../testing/leagues.ts'
import { refuses, renderAt, replies, requests, says, testAsLearner } from '../testing/learner.tsx'
import { LeagueHome } from './league-home.tsx'

const path = '/api/leagues/l-1/journal'
const NoLesson = () => null

testAsLearner(() => {
  replies['/api/leagues/l-1/board'] = says(board)
  replies['/api/leagues/l-1/members'] = says({ members: [], as_of: board.as_of })
})

const open = (of: object) => {
  replies['/api/leagues/l-1'] = says(of)
  renderAt('/leagues/l-1', <LeagueHome lessonHome={NoLesson} />)
}
const card = async (name: string) => within(await screen.findByRole('region', { name }))

describe('a member', () => {
  const choice = async () =>
    (await card('Journal')).findByRole<HTMLInputElement>('checkbox', {
      name: 'Show my journal to the organiser',
    })

  test('shows the journal only after switching that on', async () => {
    let shown = false
    replies[path] = ({ body }) => {
      if (body) ({ shown } = body as { shown: boolean })
      return Response.json({ shown, members: [] })
    }
    open(league)
    expect(await choice()).toMatchObject({ checked: false })
    await userEvent.click(await choice())
    await waitFor(async () => expect(await choice()).toMatchObject({ checked: true }))
    await userEvent.click(await choice())
    await waitFor(async () => expect(await choice()).toMatchObject({ checked: false }))
    const changes = requests.filter(({ method }) => method === 'PUT')
    expect(changes.map(({ address, body }) => [address, body])).toEqual([
      [path, { shown: true }],
      [path, { shown: false }],
    ])
  })

  test('reads why it could not be changed, and it stays as it was', async () => {
    replies[path] = (asked) =>
      asked.method === 'GET'
        ? Response.json({ shown: false, members: [] })
        : refuses({ code: 'not_found' })()
    open(league)
    await userEvent.click(await choice())
    expect(await alertText()).toBeTruthy()
    expect(await choice()).toMatchObject({ checked: false })
  })
})

describe('the organiser', () => {
  const members = [
    { user_id: 'u-1', display_name: 'Brave Fox', organiser_name: 'Ben K., 9b', entries: 2 },
    { user_id: 'u-2', display_name: 'Shy Owl', organiser_name: null, entries: 1 },
  ]
  const ofFox = '/api/leagues/l-1/members/u-1/journal'

  test('has no switch, and is told where nobody shows a journal', async () => {
    replies[path] = says({ shown: false, members: [] })
    open(ownLeague)
    const journals = await card('Journals')
    expect(
      await journals.findByText('No member shows you their journal yet. Each can turn that on.'),
    ).toBeTruthy()
    expect(journals.queryByRole('checkbox')).toBeNull()
  })

  test('opens the journals of the members who show theirs, page by page, and cannot change them', async () => {
    replies[path] = says({ shown: false, members })
    const young = { ...entry, note_until: new Date(Date.now() + 60_000).toISOString() }
    replies[ofFox] = says({ entries: [young], next: 'entry-1' })
    replies[`${ofFox}?before=entry-1`] = says(pageOf(sale))
    open(ownLeague)
    const journals = await card('Journals')
    const rows = await journals.findAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Brave Fox (Ben K., 9b)2 entries',
      'Shy Owl1 entry',
    ])
    await userEvent.click(journals.getByRole('button', { name: 'Brave Fox (Ben K., 9b)' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Journal of Brave Fox (Ben K., 9b)' }),
    )
    expect(await dialog.findByText('Because the new phone sells well.')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: /Edit/ })).toBeNull()
    expect(dialog.queryByRole('link')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Load more' }))
    expect(await dialog.findByText(/^Sold 1 share of/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('reads why a journal is hidden by now', async () => {
    replies[path] = says({ shown: false, members })
    replies[ofFox] = refuses({ code: 'journal_hidden' })
    open(ownLeague)
    await userEvent.click(
      await (await card('Journals')).findByRole('button', { name: /Brave Fox/ }),
    )
    expect(await alertText()).toContain("This member doesn't show you their journal.")
  })
})
