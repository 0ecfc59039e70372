// Tests the projector's page before the start: how to join, the names as they come in, removing one, clearing, and Start.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { alertText } from '../testing/announced.ts'
import { refuses, replies, says, signInThrough, testAsLearner } from '../testing/learner.tsx'
import { address, boardOf, commands, openScreen, ownLesson } from '../testing/lesson-screen.tsx'
import { lessonIn, quotesAt } from '../testing/lesson-play.ts'
import { embedded } from '../testing/provider.ts'

testAsLearner()

const lobby = ownLesson('lobby', 0)
const names = async () => {
  const list = await screen.findByRole('list', { name: 'Members' })
  return within(list)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
}
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the lobby', () => {
  test('shows how to join, what is played, and the fingerprint', async () => {
    openScreen(lobby)
    await screen.findByRole('heading', { level: 1, name: 'Economics 10' })
    expect(screen.getByText('BCDF-2345')).toBeTruthy()
    expect(screen.getByText('B C D F 2 3 4 5')).toBeTruthy()
    expect(screen.getByText('localhost:3000/join')).toBeTruthy()
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeTruthy()
    expect(screen.getByText(/^You get \$10,000 and a market year in 20 minutes\./)).toBeTruthy()
    expect(screen.getByText('Fingerprint ab12 ab12 ab12 … ab12')).toBeTruthy()
    expect(screen.getByText('Waiting for the first member')).toBeTruthy()
  })

  test('shows the names as they come in, without the organiser', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    openScreen(lobby, boardOf(['Mia']))
    expect(await screen.findByText('1 member is here')).toBeTruthy()
    expect(await names()).toEqual(['Mia'])
    replies['/api/leagues/l-1/board'] = says(boardOf(['Mia', 'Ben K.', 'Zoë']))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await screen.findByText('3 members are here')).toBeTruthy()
    expect(await names()).toEqual(['Mia', 'Ben K.', 'Zoë'])
  })

  test('has smaller names where there are more of them', async () => {
    const size = () => parseFloat(screen.getByRole('list', { name: 'Members' }).style.fontSize)
    openScreen(lobby, boardOf(['Mia', 'Ben K.']))
    await screen.findByText('2 members are here')
    const large = size()
    replies['/api/leagues/l-1/board'] = says(
      boardOf(Array.from({ length: 40 }, (_, at) => `Curious Wombat ${1_000 + at}`)),
    )
    expect(await screen.findByText('40 members are here')).toBeTruthy()
    expect(size()).toBeLessThan(large)
  })

  test('is for the organiser: a member plays', async () => {
    openScreen(lessonIn('lobby', 0))
    await waitFor(() => expect(address()).toBe('/leagues/l-1/play'))
  })

  test('leads back to the page of the lesson', async () => {
    openScreen(lobby)
    const way = await screen.findByRole('link', { name: 'Page of the lesson' })
    expect(way.getAttribute('href')).toBe('/leagues/l-1')
  })
})

describe('a click on a name', () => {
  const gone = { 'members/u-Ben': () => new Response(null, { status: 204 }) }
  const remove = () => screen.getByRole('button', { name: 'Remove' })
  const isReady = () => remove().getAttribute('aria-disabled') === 'false'

  test('asks, and then removes the member', async () => {
    openScreen(lobby, boardOf(['Mia', 'Ben']), gone)
    await click('Ben')
    const dialog = within(screen.getByRole('dialog', { name: 'Remove Ben?' }))
    expect(dialog.getByText(/can't join it again/)).toBeTruthy()
    await waitFor(() => expect(isReady()).toBe(true))
    replies['/api/leagues/l-1/board'] = says(boardOf(['Mia']))
    await userEvent.click(remove())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('1 member is here')).toBeTruthy()
    expect(commands()).toEqual(['DELETE /members/u-Ben'])
  })

  test('that was a double click removes no member', async () => {
    openScreen(lobby, boardOf(['Mia', 'Ben']), gone)
    await click('Ben')
    expect(isReady()).toBe(false)
    await userEvent.click(remove())
    expect(screen.getByRole('dialog', { name: 'Remove Ben?' })).toBeTruthy()
    await click('Cancel')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await names()).toEqual(['Mia', 'Ben'])
    expect(commands()).toEqual([])
  })
})

describe('where guests can join', () => {
  const hasGuests = (guests: boolean): void => signInThrough({ ...embedded, guests })
  const withGuests = { ...lobby, guests: true }

  test('the lobby says that no account is needed', async () => {
    hasGuests(true)
    openScreen(withGuests)
    expect(await screen.findByText(/No account needed/)).toBeTruthy()
  })

  test.each([
    ['the organiser', true, { ...lobby, guests: false }],
    ['the server', false, withGuests],
  ])('it does not where %s allows none', async (_who, allowed, lesson) => {
    hasGuests(allowed)
    openScreen(lesson)
    await screen.findByText('BCDF-2345')
    expect(screen.queryByText(/No account needed/)).toBeNull()
  })

  test('clearing the lobby shows the new code, and the names go', async () => {
    hasGuests(true)
    const cleared = { ...withGuests, code: 'GHJK6789' }
    openScreen(withGuests, boardOf(['Mia', 'Zoë']), {
      clear: () => {
        replies['/api/leagues/l-1'] = says(cleared)
        replies['/api/leagues/l-1/board'] = says(boardOf([]))
        return Response.json(cleared)
      },
    })
    await click('Clear the lobby…')
    const confirm = screen.getByRole('button', { name: 'Clear the lobby' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('false'))
    await userEvent.click(confirm)
    expect(await screen.findByText('GHJK-6789')).toBeTruthy()
    expect(await screen.findByText('Waiting for the first member')).toBeTruthy()
    expect(commands()).toEqual(['POST /clear'])
  })

  test('a guest who is removed could join as a new one', async () => {
    openScreen(withGuests, boardOf(['Mia']))
    await click('Mia')
    expect(screen.getByRole('dialog').textContent).toContain('unless you close the door')
  })
})

describe('Start', () => {
  test('counts down, and then the lesson runs', async () => {
    const startsAt = Date.parse('2026-11-19T09:00:00.000Z')
    vi.spyOn(performance, 'now').mockReturnValue(startsAt - 8_400 - performance.timeOrigin)
    const stream = openScreen(lobby, boardOf([]), {
      start: () => {
        replies['/api/leagues/l-1'] = says(ownLesson('countdown', 0))
        return Response.json(ownLesson('countdown', 0))
      },
    })
    await click('Start')
    await stream.send('tick', quotesAt(0, {}, 'countdown'))
    await screen.findByRole('heading', { level: 1, name: 'The lesson starts in' })
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('9'))
    expect(commands()).toEqual(['POST /start'])
    replies['/api/leagues/l-1'] = says(ownLesson('running', 0))
    await stream.send('tick', quotesAt(0))
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
  })

  test.each([
    [0, '10'],
    [60_000, '1'],
  ])('never counts from more than ten or less than one (%s ms late)', async (late, shown) => {
    const startsAt = Date.parse('2026-11-19T09:00:00.000Z')
    const at = late === 0 ? startsAt - 3_600_000 : startsAt + late
    vi.spyOn(performance, 'now').mockReturnValue(at - performance.timeOrigin)
    openScreen(ownLesson('countdown', 0))
    expect((await screen.findByRole('timer')).textContent).toBe(shown)
  })

  test('says why it was refused', async () => {
    openScreen(lobby, boardOf([]), { start: refuses({ code: 'too_many_lessons' }) })
    await click('Start')
    expect(await alertText()).toBe(
      'Too many lessons are running on this server. Please try again in a few minutes.',
    )
  })
})
