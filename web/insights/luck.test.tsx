// Tests the luck card while the server still computes: the query retries, and fails after a number of attempts.
import { problemOf, retryAfterSeconds, type Refusal } from '@tengrand/contract/refusals.ts'
import { expect, test } from 'vitest'

import { replies, testAsLearner } from '../testing/learner.tsx'
import { answerAll, luck } from '../testing/result.ts'
import { openPart, part } from '../testing/open-result.tsx'

testAsLearner(answerAll)

const address = '/api/insights/luck'

function refusal(code: Refusal & { code: 'still_working' | 'too_many_requests' }): Response {
  const problem = problemOf(code)
  const headers = { 'retry-after': String(retryAfterSeconds(code)) }
  return Response.json(problem, { status: problem.status, headers })
}

test('luck is asked for until the server has it, and meanwhile it is loading', async () => {
  const loading: (string | null)[] = []
  replies[address] = async () => {
    loading.push((await part('Luck')).getByRole('status').textContent)
    const asked = loading.length
    if (asked === 3) return refusal({ code: 'too_many_requests', retryAfterSeconds: 3 })
    return asked < 6 ? refusal({ code: 'still_working' }) : Response.json(luck)
  }
  const card = await openPart('Luck')
  expect(await card.findByText(/^You beat 58 of 100/)).toBeTruthy()
  expect(loading).toEqual(Array(6).fill('Loading the random stock pickers...'))
})

test('luck that does not come is told in words, with a way to ask again', async () => {
  let asked = 0
  replies[address] = () => {
    asked += 1
    return refusal({ code: 'still_working' })
  }
  const card = await openPart('Luck')
  expect((await card.findByRole('alert')).textContent).toBe(
    'Failed to load the random stock pickers: This takes longer than usual. Please try again in a few seconds.',
  )
  expect(card.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(asked).toBe(21)
})
