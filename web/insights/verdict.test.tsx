// Tests the first sentence about a result: its words in every case, and on the page.
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { refuses, replies, says, testAsLearner } from '../testing/learner.tsx'
import { answerAll, early, insights, luck, twins } from '../testing/result.ts'
import { showResult } from '../testing/open-result.tsx'
import { sentenceOf } from './verdict-words.ts'

testAsLearner(answerAll)

const ahead = { kind: 'ahead', points: 5.6, couldBeLuck: false } as const
const beaten = { ...ahead, kind: 'behind' } as const
const spot = (isHeld: boolean, isMost: boolean) => ({ ticker: 'SPOT', isHeld, isMost }) as const

test.each([
  [
    { ...ahead, reason: spot(true, true), couldBeLuck: true },
    'You beat the market by 5.6 points, mostly thanks to SPOT. It could be luck.',
  ],
  [{ ...ahead, reason: spot(true, false) }, 'You beat the market by 5.6 points. SPOT helped most.'],
  [
    { ...ahead, reason: spot(false, true) },
    'You beat the market by 5.6 points, mostly because you stayed out of SPOT.',
  ],
  [
    { ...ahead, reason: spot(false, false) },
    'You beat the market by 5.6 points. Staying out of SPOT helped most.',
  ],
  [
    { ...beaten, reason: spot(true, true), couldBeLuck: true },
    'The market beat you by 5.6 points, mostly because of SPOT. It could be bad luck.',
  ],
  [{ ...beaten, reason: spot(true, false) }, 'The market beat you by 5.6 points. SPOT hurt most.'],
  [
    { ...beaten, reason: spot(false, true) },
    "The market beat you by 5.6 points, mostly because you didn't own SPOT.",
  ],
  [
    { ...beaten, reason: spot(false, false) },
    'The market beat you by 5.6 points. Not owning SPOT hurt most.',
  ],
  [{ ...ahead, points: 12, reason: null }, 'You beat the market by 12.0 points.'],
  [
    { kind: 'even', points: 0, reason: null, couldBeLuck: false } as const,
    'You and the market are tied.',
  ],
])('a verdict is told in words: %j', (verdict, words) => {
  expect(sentenceOf(verdict)).toBe(words)
})

const answerTwins = (changes: object): void => {
  replies['/api/insights/all'] = says({ ...insights, twins: { ...twins, ...changes } })
}
const withoutMarket = twins.twins.filter(({ kind }) => kind !== 'market')

describe('the page', () => {
  test('begins with who was ahead, why, and whether it could be luck', async () => {
    showResult()
    const words = 'The market beat you by 0.9 points, mostly because of AAPL. It could be bad luck.'
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test.each([
    { name: 'is not ready', reply: says(early) },
    { name: 'lies outside', reply: says({ ...luck, percentile: 97 }) },
    { name: 'shows nothing', reply: says({ ...luck, p5: 1, p95: 1, value: 1, percentile: 50 }) },
    { name: 'fails', reply: refuses({ code: 'internal_error' }) },
  ])('leaves luck out where it $name', async ({ reply }) => {
    replies['/api/insights/luck'] = reply
    showResult()
    expect(
      await screen.findByText('The market beat you by 0.9 points, mostly because of AAPL.'),
    ).toBeTruthy()
  })

  test.each([
    [10_439.96, 'up 4.4%'],
    [9560.04, 'down 4.4%'],
    [10_000, 'exactly where you started'],
  ])('says of %d alone what it is where the start has no prices', async (value, words) => {
    answerTwins({ value, twins: withoutMarket })
    showResult()
    expect(
      await screen.findByText(
        `You're ${words}. We don't have prices from the day you started, so we can't compare you with the market.`,
      ),
    ).toBeTruthy()
  })
})
