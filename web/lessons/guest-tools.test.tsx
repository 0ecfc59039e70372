// Tests what the organiser of a lesson can do for guests on its page: who may join, their names, the way back in, the lobby.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { alertText } from '../testing/announced.ts'
import { memberOf } from '../testing/leagues.ts'
import {
  isDown,
  refuses,
  renderAt,
  replies,
  requests,
  says,
  signInThrough,
  testAsLearner,
} from '../testing/learner.tsx'
import { answerLesson, lessonBoard } from '../testing/lesson-play.ts'
import { commands, ownLesson } from '../testing/lesson-screen.tsx'
import { embedded } from '../testing/provider.ts'
import LeaguePage from './league-page.tsx'

testAsLearner()

const guest = (name: string) => ({ ...memberOf(name, null, 0), guest: true })
const answerMembers = (...members: object[]) => {
  replies['/api/leagues/l-1/members'] = says({ members, as_of: lessonBoard.as_of })
}

/** With a guest, Zoë, and a member with an account, Ben. */
function open(changes: object = {}, hasGuests = true): void {
  answerLesson({ ...ownLesson('lobby'), guests: true, generated_names: false, ...changes })
  signInThrough({ ...embedded, guests: hasGuests })
  answerMembers(guest('Zoë'), { ...memberOf('Ben', 'Ben K., 9b', 2), guest: false })
  renderAt('/leagues/l-1', <LeaguePage />)
}

const button = (name: string) => screen.getByRole('button', { name })
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const bodies = (method: string) =>
  requests.filter((one) => one.method === method).map(({ body }) => body)
const rowOf = (name: RegExp) => screen.findByRole('row', { name })

describe('who can join', () => {
  test('is changed with the name, at any time before the end', async () => {
    open(ownLesson('running'))
    await click('Change name and guests…')
    await userEvent.click(await screen.findByLabelText('Guests take a name that is offered'))
    await userEvent.click(button('Save'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(bodies('PATCH')).toEqual([{ name: 'Economics 10', guests: true, generated_names: true }])
  })

  test('starts with what it is now', async () => {
    open({ guests: false })
    await click('Change name and guests…')
    const guests = await screen.findByLabelText<HTMLInputElement>(/^Guests can join/)
    expect(guests.checked).toBe(false)
    expect(screen.queryByLabelText(/^Guests take/)).toBeNull()
  })

  test.each([
    ['after the end', ownLesson('over'), true],
    ['where the server has no guests', {}, false],
  ] as const)('is no choice %s', async (_when, changes, hasGuests) => {
    open(changes, hasGuests)
    await click('Rename…')
    await screen.findByRole('textbox', { name: 'Name' })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clear the lobby…' })).toBeNull()
  })
})

describe('a guest among the members', () => {
  test('is marked, and a member with an account is not', async () => {
    open()
    expect(within(await rowOf(/^Zoë/)).getByText('(guest)')).toBeTruthy()
    const ben = within(await rowOf(/^Ben/))
    expect(ben.queryByText('(guest)')).toBeNull()
    expect(ben.getByText('Ben K., 9b')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Rename Ben' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Let back in Ben' })).toBeNull()
  })

  test('can be renamed', async () => {
    replies['/api/leagues/l-1/members/u-Zo%C3%AB'] = () => {
      answerMembers({ ...guest('Zoé'), user_id: 'u-Zoë' })
      return Response.json({ name: 'Zoé' })
    }
    open()
    await click('Rename Zoë')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name for Zoë' })
    expect(document.activeElement).toBe(field)
    await userEvent.clear(field)
    await userEvent.type(field, 'Zoé{Enter}')
    expect(await rowOf(/^Zoé/)).toBeTruthy()
    expect(bodies('PATCH')).toEqual([{ name: 'Zoé' }])
    await waitFor(() => expect(document.activeElement).toBe(button('Rename Zoé')))
  })

  test.each([
    [{ code: 'name_taken' }, /^Someone already has this name/],
    [{ code: 'invalid_name', ofGuest: 'shape' }, /^Use 2 to 24 letters and digits/],
  ] as const)('keeps what was typed if the server refuses it: %o', async (refusal, words) => {
    replies['/api/leagues/l-1/members/u-Zo%C3%AB'] = refuses(refusal)
    open()
    await click('Rename Zoë')
    await userEvent.type(screen.getByRole('textbox'), ' B.{Enter}')
    expect(await alertText()).toMatch(words)
    const field = screen.getByRole<HTMLInputElement>('textbox', { description: words })
    expect(field.value).toBe('Zoë B.')
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(button('Rename Zoë'))
  })

  test('who is removed could join again as a new one', async () => {
    open()
    await click('Remove Zoë')
    expect(screen.getByRole('dialog').textContent).toContain('unless you close the door')
    expect(screen.getByRole('dialog').textContent).not.toContain('account')
  })
})

describe('a guest who lost the way in', () => {
  const passes = 'POST /members/u-Zo%C3%AB/pass'
  const answerPass = (pass: string) => {
    replies['/api/leagues/l-1/members/u-Zo%C3%AB/pass'] = () =>
      Response.json({ pass, expires_at: '2000-01-01T00:00:00.000Z' }, { status: 201 })
  }
  const dialog = () => within(screen.getByRole('dialog', { name: 'Let Zoë back in' }))

  test('scans a code that counts down, whatever the clock of the browser says', async () => {
    userEvent.setup()
    answerPass('first-pass')
    open()
    await click('Let back in Zoë')
    expect(await dialog().findByRole('img', { name: 'QR code of the link' })).toBeTruthy()
    expect(dialog().getByRole('timer').textContent).toMatch(/^(5:00|4:59) left$/)
    expect(dialog().queryByRole('button', { name: 'New code' })).toBeNull()
    await userEvent.click(dialog().getByRole('button', { name: 'Copy the link' }))
    const link = 'http://localhost:3000/join/back#first-pass'
    expect(await navigator.clipboard.readText()).toBe(link)
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(commands()).toEqual([passes])
  })

  test('gets a new code after five minutes', async () => {
    answerPass('first-pass')
    open()
    await click('Let back in Zoë')
    await dialog().findByRole('img', { name: 'QR code of the link' })
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 300_000)
    expect(await dialog().findByText('This code has expired. Make a new one.')).toBeTruthy()
    expect(dialog().queryByRole('img')).toBeNull()
    clock.mockRestore()
    answerPass('second-pass')
    await userEvent.click(dialog().getByRole('button', { name: 'New code' }))
    expect(await dialog().findByRole('img', { name: 'QR code of the link' })).toBeTruthy()
    expect(dialog().queryByRole('button', { name: 'New code' })).toBeNull()
    expect(commands()).toEqual([passes, passes])
  })

  test('is told why there is no code, and can try again', async () => {
    replies['/api/leagues/l-1/members/u-Zo%C3%AB/pass'] = isDown
    open()
    await click('Let back in Zoë')
    expect(await alertText()).toBeTruthy()
    answerPass('first-pass')
    await userEvent.click(dialog().getByRole('button', { name: 'New code' }))
    expect(await dialog().findByRole('img', { name: 'QR code of the link' })).toBeTruthy()
  })
})

describe('the lobby', () => {
  test('is cleared once that is confirmed, and the new code shows without another request', async () => {
    replies['/api/leagues/l-1/clear'] = () => {
      replies['/api/leagues/l-1'] = isDown
      return Response.json({ ...ownLesson('lobby'), guests: true, code: 'GHJK6789' })
    }
    open()
    await click('Clear the lobby…')
    expect(screen.getByRole('dialog').textContent).toContain(
      'Removes all guests without a trade and makes a new code.',
    )
    const confirm = button('Clear the lobby')
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('false'))
    expect(commands()).toEqual([])
    await act(() => userEvent.click(confirm))
    expect(await screen.findByText('GHJK-6789')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(commands()).toEqual(['POST /clear'])
  })
})
