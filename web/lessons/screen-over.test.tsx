// Tests the projector's page after the end: the podium, the unmasking, how it ended, and the proof.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { alertText } from '../testing/announced.ts'
import { refuses, says, testAsLearner } from '../testing/learner.tsx'
import { boardOf, openScreen, ownLesson } from '../testing/lesson-screen.tsx'

testAsLearner()

const companies = Array.from('ABCDEFGHIJKLMNOP').map((symbol) => ({
  symbol,
  name: `Stock ${symbol}`,
  company: symbol === 'C' ? 'TSLA' : 'AAPL',
}))

function overWith(market: object = {}) {
  const lesson = ownLesson('over', 600)
  const ended = { by: 'organiser', week: 31, removed_members: 2 }
  return { ...lesson, market: { ...lesson.market, listing: companies, ended, ...market } }
}

const podium = async () =>
  within(await screen.findByRole('list', { name: 'Podium' }))
    .getAllByRole('listitem')
    .map((item) => [
      within(item).getByRole('img').getAttribute('aria-label'),
      item.textContent?.slice(1),
    ])
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const final = { final: true }

describe('the end', () => {
  test('shows the first three on a podium, the winner first', async () => {
    openScreen(overWith(), boardOf(['Mia', 'Ben', 'Zoë', 'Noor'], final))
    expect(await podium()).toEqual([
      ['Gold medal', 'Mia+20.0%'],
      ['Silver medal', 'Ben+19.0%'],
      ['Bronze medal', 'Zoë+18.0%'],
    ])
  })

  test('has no podium where no member has a rank', async () => {
    openScreen(overWith(), boardOf([], final))
    expect(await screen.findByText('No member of this lesson has a rank.')).toBeTruthy()
  })

  test.each([
    ['organiser', 2, 'Ended early in week 31 by the organiser. The organiser removed 2 members.'],
    ['organiser', 1, 'Ended early in week 31 by the organiser. The organiser removed 1 member.'],
    ['plan', 0, 'Ended as planned.'],
    ['pause', 0, 'Ended in week 31, after 14 days of pause.'],
    ['lobby', 0, 'Over, because it was not started within 7 days.'],
  ])('says how it came (%s, %s removed)', async (by, removed_members, words) => {
    openScreen(overWith({ ended: { by, week: 31, removed_members } }), boardOf([], final))
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('leads to the final board', async () => {
    openScreen(overWith(), boardOf([], final))
    const way = await screen.findByRole('link', { name: 'Final board' })
    expect(way.getAttribute('href')).toBe('/leagues/l-1')
  })
})

describe('the unmasking', () => {
  test('comes after the podium, and says that the year is invented', async () => {
    openScreen(overWith(), boardOf(['Mia'], final))
    await podium()
    expect(screen.queryByText(/TSLA/)).toBeNull()
    await click('Unmask the stocks')
    const stocks = within(screen.getByRole('list', { name: 'What the stocks were' }))
    expect(stocks.getAllByRole('listitem')).toHaveLength(16)
    const third = stocks.getAllByRole('listitem')[2]
    await waitFor(() =>
      expect(third?.textContent).toBe(
        'Stock C had the ups and downs of TSLA; its year is invented.+25.0%',
      ),
    )
    await click('Podium')
    expect(await podium()).toHaveLength(1)
  })

  test.each([
    ['quarter', 'its quarter is invented.'],
    ['five_years', 'its five years are invented.'],
  ])('of a %s says so', async (span, words) => {
    openScreen(overWith({ span }), boardOf([], final))
    await click('Unmask the stocks')
    expect((await screen.findAllByRole('listitem'))[0]?.textContent).toContain(words)
  })
})

describe('the proof', () => {
  test('is a file with what all prices follow from', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:proof')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    openScreen(overWith(), boardOf([], final), { proof: says(proof) })
    await click('Download the proof')
    await waitFor(() => expect(made).toHaveBeenCalledTimes(1))
    const file = made.mock.calls[0]?.[0]
    const text = file instanceof Blob ? await file.text() : ''
    expect(JSON.parse(text)).toEqual(proof)
  })

  test('is refused in a sentence', async () => {
    openScreen(overWith(), boardOf([], final), { proof: refuses({ code: 'not_over_yet' }) })
    await click('Download the proof')
    expect(await alertText()).toBe('This comes when the lesson is over.')
  })
})

const sixteen = Array.from({ length: 16 }, (_, at) => at)

const proof = {
  lesson: {
    version: 'market-sim/v2',
    secret: 'cd34'.repeat(16),
    order: sixteen,
    starting_prices: sixteen.map((at) => 5_000 + at),
    opens_at: '2025-11-19T05:00:00.000Z',
    span: 'year',
    minutes: 20,
    starting_cash: 1_000_000,
    orders: 'now',
    holdings: 'after',
  },
  fingerprint: 'ab12'.repeat(16),
  starts_at: '2026-11-19T09:00:00.417Z',
  pauses: [],
  ended_at: '2026-11-19T09:10:00.417Z',
  last_tick: 600,
  ended_by: 'organiser',
  removed_members: 2,
  deleted_members: 0,
  trades: [],
  board: [],
}
