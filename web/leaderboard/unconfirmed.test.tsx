// Tests the leaderboard of a learner whose email is not confirmed, and the button that sends the email again.
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import {
  isDown,
  refuses,
  replies,
  requests,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { embedded, firebase, oidc } from '../testing/provider.ts'
import { emptyBoard, openLeaderboard, ownPlace, ranked } from '../testing/leaderboard.tsx'

const message = 'POST /identity/send-confirmation'
const me = ranked('me', 'Calm Otter 12')
const board = { ...emptyBoard, leaderboard: [me], unranked: 'email_unconfirmed' }
const signedInBy = (identity: object) => {
  replies['/config.json'] = says({ identity, proWaitlistUrl: '/waitlist' })
}

const scrolledTo = vi.fn<(this: Element) => void>()

testAsLearner(() => {
  scrolledTo.mockClear()
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo.call(this)
  }
  signedInBy(embedded)
  replies['/api/leaderboard'] = says(board)
  replies['/api/leaderboard/me'] = says({ ranks: [] })
})

async function open() {
  openLeaderboard()
  return ownPlace()
}
/** Expects that the text below the button was scrolled into view, out from under the bottom bar of a phone. */
const expectScrolledTo = (words: HTMLElement) =>
  expect(scrolledTo.mock.contexts.some((element) => element.contains(words))).toBe(true)
const again = { name: 'Send the email again' }

test('it says what is missing and where the message went', async () => {
  const place = await open()
  expect(place.getByText("Your email isn't confirmed yet.")).toBeTruthy()
  expect(await place.findByText(/Open the link in our email to ann@example\.com\./)).toBeTruthy()
  expect(place.queryByText("You're not ranked yet.")).toBeNull()
})

test('the message is sent again, once, and that it was sent is said', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  replies['/identity/send-confirmation'] = () => promise
  const place = await open()
  await userEvent.click(await place.findByRole('button', again))
  await userEvent.click(await place.findByRole('button', { name: 'Sending...' }))
  resolve(Response.json({ email: 'ann@example.com' }))
  expect(
    await place.findByText('A new email is on its way. Use the link in the newest one.'),
  ).toBeTruthy()
  expect(timesAsked(message)).toBe(1)
  expectScrolledTo(place.getByRole('status'))
  const sent = requests.find(({ method }) => method === 'POST')
  expect(sent?.headers.get('content-type')).toBe('application/json')
})

test.each([
  {
    why: refuses({ code: 'too_many_requests', retryAfterSeconds: 1800 }),
    sentence: /^That was a lot of requests\. Please try again/,
  },
  { why: isDown, sentence: /^The server cannot be reached\./ },
])('a refusal is told: $sentence', async ({ why, sentence }) => {
  replies['/identity/send-confirmation'] = why
  const place = await open()
  await userEvent.click(await place.findByRole('button', again))
  const alert = await place.findByRole('alert')
  expect(alert.textContent).toMatch(sentence)
  expectScrolledTo(alert)
})

test('who has a place still sees it, and is told that it will not stay', async () => {
  replies['/api/leaderboard'] = says({ ...board, you: { rank: 1, ...me } })
  const place = await open()
  expect(place.getByText('#1')).toBeTruthy()
  expect(place.getByText("Your email isn't confirmed yet.")).toBeTruthy()
})

test('an issuer confirms emails itself', async () => {
  signedInBy(oidc)
  const place = await open()
  expect(await place.findByText('Confirm it at North High School, and sign in again.')).toBeTruthy()
  expect(place.queryByRole('button', again)).toBeNull()
})

test('with Firebase the ranking is asked for again with a fresh token, which may say more', async () => {
  signedInBy(firebase)
  const place = await open()
  await place.findByRole('button', again)
  replies['/api/leaderboard'] = says({ ...board, unranked: null })
  window.dispatchEvent(new Event('focus'))
  expect(await place.findByText("You're not ranked yet.")).toBeTruthy()
})
