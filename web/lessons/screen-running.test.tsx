// Tests the projector's page while a lesson runs and in a pause: clock, ten best with moves, question, and the controls.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { alertText } from '../testing/announced.ts'
import { rowOf } from '../testing/leagues.ts'
import {
  refuses,
  replies,
  requests,
  says,
  signInThrough,
  testAsLearner,
} from '../testing/learner.tsx'
import {
  boardOf,
  boardOnStream,
  commands,
  openScreen,
  organiser,
  ownLesson,
} from '../testing/lesson-screen.tsx'
import { quotesAt } from '../testing/lesson-play.ts'
import { embedded } from '../testing/provider.ts'
import { questions } from './screen-running.tsx'

testAsLearner()

const letters = Array.from('ABCDEFGHIJKL')
const running = ownLesson('running')
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Board' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const done = () => Response.json(running)

describe('a lesson that runs', () => {
  test('shows the time that is left, the day of the market, and how many are in', async () => {
    const stream = openScreen(running)
    expect(await screen.findByText('19:00')).toBeTruthy()
    await stream.send('tick', quotesAt(758))
    expect(screen.getByText('7:22')).toBeTruthy()
    expect(screen.getByText('Jul 7, 2026')).toBeTruthy()
    await stream.send('board', boardOnStream(letters))
    expect(screen.getByText('12 members · a market year in 20 minutes')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: 'The market' })).toBeTruthy()
    expect(screen.getAllByText('+17.5%')).toHaveLength(2)
  })

  test('shows the ten best and where the market stands, but not the organiser', async () => {
    openScreen(running, boardOf(letters))
    expect(await rows()).toEqual([
      '1A+20.0%',
      '2B+19.0%',
      '3C+18.0%',
      'The market+17.5%',
      '4D+17.0%',
      '5E+16.0%',
      '6F+15.0%',
      '7G+14.0%',
      '8H+13.0%',
      '9I+12.0%',
      '10J+11.0%',
    ])
  })

  test('shows who has moved up and down', async () => {
    const stream = openScreen(running, boardOf(['A', 'B', 'C', 'D']))
    await rows()
    await stream.send('tick', quotesAt(61))
    await stream.send('board', boardOnStream(['A', 'D', 'B', 'C']))
    await stream.send('tick', quotesAt(80))
    await stream.send('board', boardOnStream(['A', 'D', 'B', 'C']))
    const move = (words: string) => screen.queryAllByRole('img', { name: words }).length
    await waitFor(() => expect(move('up 2')).toBe(1))
    expect(move('down 1')).toBe(2)
    // Half a minute later they are no news any more.
    await stream.send('tick', quotesAt(115))
    await stream.send('board', boardOnStream(['A', 'D', 'B', 'C']))
    expect(move('up 2')).toBe(0)
  })

  test('says how a rank is won, while there is none', async () => {
    openScreen(running, { ...boardOf([]), board: [rowOf(null, 'Mia', 0), organiser] })
    expect(await screen.findByText('You get a rank with your first trade.')).toBeTruthy()
  })

  test('says that no account is needed where guests can join', async () => {
    signInThrough({ ...embedded, guests: true })
    const withGuests = { ...running, guests: true }
    openScreen(withGuests)
    expect(await screen.findByText('No account needed')).toBeTruthy()
  })

  test('says how to join until the door is closed, which the organiser can open again', async () => {
    const closed = { ...running, door: 'closed' }
    openScreen(closed)
    expect(await screen.findByText('The door is closed')).toBeTruthy()
    expect(screen.queryByText('BCDF-2345')).toBeNull()
    replies['/api/leagues/l-1'] = says(running)
    await click('Open the door')
    expect(await screen.findByText('BCDF-2345')).toBeTruthy()
    expect(screen.getByText('Join at localhost:3000/join')).toBeTruthy()
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ door: 'open' })
  })
})

describe('a pause', () => {
  test('shows a question to talk about, and then the market again', async () => {
    const stream = openScreen(running, boardOf(letters), { pause: done, resume: done })
    await click('Pause')
    await stream.send('tick', quotesAt(60, {}, 'paused'))
    expect(screen.getByRole('heading', { level: 2, name: 'Paused' })).toBeTruthy()
    expect(screen.getByText(questions[0] ?? '')).toBeTruthy()
    await click('Another question')
    expect(screen.getByText(questions[1] ?? '')).toBeTruthy()
    await click('Resume')
    await stream.send('tick', quotesAt(61))
    expect(screen.getByRole('heading', { level: 2, name: 'The market' })).toBeTruthy()
    expect(commands()).toEqual(['POST /pause', 'POST /resume'])
  })

  test.each([
    [0, 0],
    [300, 2],
    [1_199, 9],
  ])('at tick %s asks a question for that part of the lesson', async (tick, number) => {
    openScreen(ownLesson('paused', tick))
    expect(await screen.findByText(questions[number] ?? '')).toBeTruthy()
  })

  test('says why it was refused', async () => {
    openScreen(running, boardOf([]), { pause: refuses({ code: 'contest_over' }) })
    await click('Pause')
    expect(await alertText()).toBe('This league or lesson is over.')
  })

  test('stays where too many other lessons run by now', async () => {
    openScreen(ownLesson('paused', 60), boardOf([]), {
      resume: refuses({ code: 'too_many_lessons' }),
    })
    await click('Resume')
    expect(await alertText()).toBe(
      'Too many lessons are running on this server. Please try again in a few minutes.',
    )
  })
})

describe('the end', () => {
  test('is asked for twice', async () => {
    openScreen(running, boardOf([]), { end: done })
    await click('End…')
    const dialog = within(screen.getByRole('dialog', { name: 'End the lesson?' }))
    expect(dialog.getByText(/There's no undo/)).toBeTruthy()
    const end = dialog.getByRole('button', { name: 'End the lesson' })
    await userEvent.click(end)
    expect(commands()).toEqual([])
    await waitFor(() => expect(end.getAttribute('aria-disabled')).toBe('false'))
    await userEvent.click(end)
    await waitFor(() => expect(commands()).toEqual(['POST /end']))
  })
})
