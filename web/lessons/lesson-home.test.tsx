// Tests the page of a lesson for its organiser and its members: its state, the ways on, board, proof and unmasking.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { memberOf, rowOf } from '../testing/leagues.ts'
import { renderAt, replies, requests, says, testAsLearner } from '../testing/learner.tsx'
import { boardOf, ownLesson } from '../testing/lesson-screen.tsx'
import { answerLesson, lessonBoard, lessonIn } from '../testing/lesson-play.ts'
import LeaguePage from './league-page.tsx'

testAsLearner()

function open(lesson: object, board: object = lessonBoard) {
  answerLesson(lesson)
  replies['/api/leagues/l-1/board'] = says(board)
  replies['/api/leagues/l-1/members'] = says({
    members: [memberOf('Brave Fox', 'Ben K., 9b', 12)],
    as_of: '2026-11-19T09:01:00.000Z',
  })
  renderAt('/leagues/l-1', <LeaguePage />)
}

const heading = () => screen.findByRole('heading', { level: 1, name: 'Economics 10' })
const ways = async () => {
  const links = (await heading()).parentElement?.querySelectorAll('p > a') ?? []
  return [...links].map((link) => `${link.textContent} ${link.getAttribute('href')}`)
}
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Board' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

const play = 'Play /leagues/l-1/play'
const projector = 'Open the projector page /leagues/l-1/screen'
const insights = 'Why it ended like this /leagues/l-1/insights'

describe('the head of the page', () => {
  test.each([
    ['lobby', 0, 'Not started yet', play],
    ['countdown', 0, 'About to start', play],
    ['running', 60, '19 minutes left', play],
    ['running', 1_190, 'less than a minute left', play],
    ['paused', 60, 'Paused', play],
    ['over', 60, 'Ended early in week 3 by the organiser.', insights],
  ] as const)(
    'of a member says %s at tick %s, and where to go',
    async (state, tick, words, way) => {
      open(lessonIn(state, tick))
      await heading()
      expect(await screen.findByText(words)).toBeTruthy()
      expect(screen.getByText('Lesson, a market year in 20 minutes')).toBeTruthy()
      expect(await ways()).toEqual([way])
    },
  )

  test.each([
    ['lobby', play],
    ['running', play],
    ['over', insights],
  ] as const)('of the organiser leads to the projector too (%s)', async (state, way) => {
    open(ownLesson(state))
    await heading()
    await waitFor(async () => expect(await ways()).toEqual([projector, way]))
  })

  test('says that a late member gets no rank', async () => {
    open({ ...lessonIn('running'), ranked: false })
    expect(await screen.findByText('You joined late, so you get no rank here.')).toBeTruthy()
  })
})

describe('the board', () => {
  test('is of a day of the market', async () => {
    open(lessonIn('running'), { ...lessonBoard, as_of: '2026-02-03T15:00:00.000Z' })
    expect(await screen.findByText('As of Feb 3, 2026')).toBeTruthy()
  })

  test('has the organiser where they would rank, for themselves, and the market', async () => {
    const { board } = boardOf(['Mia', 'Ben'])
    const own = { ...board[2], roi_percentage: 19.5 }
    open(ownLesson('running'), {
      ...boardOf([]),
      board: [board[0], own, board[1], rowOf(null, 'Zoë', 0)],
      market: { roi_percentage: 18 },
    })
    expect((await rows()).map((text) => /Mia|Calm|Ben|market|Zoë/.exec(text ?? '')?.[0])).toEqual([
      'Mia',
      'Calm',
      'Ben',
      'market',
      'Zoë',
    ])
    expect(screen.getByText(/You are not ranked, because you control the clock/)).toBeTruthy()
  })

  test('has no market before the start', async () => {
    open(lessonIn('lobby', 0), { ...lessonBoard, market: { roi_percentage: 0 } })
    expect((await rows()).filter((text) => text?.includes('The market'))).toEqual([])
  })

  test('has a podium of members after the end, also where the organiser was better', async () => {
    const { board } = boardOf(['Mia', 'Ben', 'Zoë', 'Noor'], { final: true })
    open(ownLesson('over'), {
      ...boardOf([], { final: true }),
      board: [board[4], ...board.slice(0, 4)],
    })
    const podium = within(await screen.findByRole('list', { name: 'Podium' }))
    expect(podium.getAllByRole('listitem').map((item) => item.textContent?.slice(1, 4))).toEqual([
      'Mia',
      'Ben',
      'Zoë',
    ])
  })
})

describe('the rules', () => {
  test('have no times, and the fingerprint', async () => {
    open(lessonIn('running'))
    const card = within(await screen.findByRole('region', { name: 'Rules' }))
    const terms = card.getAllByRole('term')
    expect(
      Object.fromEntries(
        terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]),
      ),
    ).toEqual({
      Organiser: 'Ms Curie',
      Members: '27',
      'Market time': 'A year',
      Length: '20 minutes',
      'Starting cash': '$10,000.00',
      Orders: 'Market only',
      'Others see holdings': 'After the end',
      Ranked: 'Only members who join in the first tenth of the lesson',
    })
    expect(card.getByText(`Fingerprint ${'ab12'.repeat(16)}`)).toBeTruthy()
    expect(card.getByRole('button', { name: 'Leave the lesson…' })).toBeTruthy()
  })
})

describe('the organiser', () => {
  test('opens the door again', async () => {
    open({ ...ownLesson('running', 400), door: 'closed' })
    expect(await screen.findByText('The door is closed. The code does not work.')).toBeTruthy()
    expect(screen.queryByText(/closes by itself after the first quarter/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Open the door' }))
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ door: 'open' })
  })

  test('cannot leave, or end the lesson here, and can rename it', async () => {
    open(ownLesson('running'))
    const card = within(await screen.findByRole('region', { name: 'Manage the lesson' }))
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Rename…',
      'Delete…',
    ])
    expect(screen.queryByRole('button', { name: 'Leave the lesson…' })).toBeNull()
    await userEvent.click(card.getByRole('button', { name: 'Rename…' }))
    expect(card.queryByLabelText('Starting cash in dollars')).toBeNull()
    expect(card.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Economics 10')
  })
})

describe('after the end', () => {
  test('a member sees what the stocks were, and can download the proof', async () => {
    open(lessonIn('over'))
    const stocks = await screen.findByRole('list', { name: 'What the stocks were' })
    expect(within(stocks).getAllByRole('listitem')).toHaveLength(16)
    const card = within(screen.getByRole('region', { name: 'Proof' }))
    expect(card.getByRole('button', { name: 'Download the proof' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Invite people' })).toBeNull()
  })

  test('before it there is neither', async () => {
    open(ownLesson('running'))
    await heading()
    expect(screen.queryByRole('list', { name: 'What the stocks were' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Proof' })).toBeNull()
  })
})
