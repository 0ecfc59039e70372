// Tests the Pro page: the planned features, and the three states of the button to the waitlist.
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import {
  isDown,
  neverAnswers,
  renderAt,
  replies,
  says,
  testAsLearner,
} from '../testing/learner.tsx'
import { embedded } from '../testing/provider.ts'
import ProPage from './pro-page.tsx'

const config = { identity: embedded, proWaitlistUrl: '/waitlist' }
const opened = vi.fn<typeof window.open>()

testAsLearner(() => {
  replies['/config.json'] = says(config)
  opened.mockReset()
  vi.stubGlobal('open', opened)
})

const open = () => renderAt('/pro', <ProPage />)
const join = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Join the waitlist' })
const joinable = () => vi.waitFor(() => expect(join().disabled).toBe(false))

test('the Pro page names the six features that are planned', () => {
  open()
  expect(screen.getByRole('heading', { level: 1, name: 'Go Pro' })).toBeTruthy()
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(names).toEqual([
    'AI-Powered Insights',
    'Advanced Analytics',
    'Custom Strategy Builder',
    'Portfolio Optimization',
    'Real-time Alerts',
    'Advanced Screening',
  ])
})

test.each(['/waitlist', 'https://forms.example/pro?from=app'])(
  'the button opens %s in a new tab, which cannot reach back',
  async (proWaitlistUrl) => {
    replies['/config.json'] = says({ ...config, proWaitlistUrl })
    open()
    await joinable()
    await userEvent.click(join())
    expect(opened).toHaveBeenCalledExactlyOnceWith(proWaitlistUrl, '_blank', 'noopener,noreferrer')
  },
)

test('the button says so while the form opens, and 500 ms later the learner is on the list', async () => {
  vi.useFakeTimers()
  open()
  await act(() => vi.advanceTimersByTimeAsync(1))
  fireEvent.click(join())
  const opening = screen.getByRole<HTMLButtonElement>('button', { name: 'Opening...' })
  expect(opening.disabled).toBe(true)
  act(() => void vi.advanceTimersByTime(499))
  expect(screen.queryByText("You're on the list!")).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByText("You're on the list!")).toBeTruthy()
  expect(screen.getByText('Finish in the tab we opened.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('status'))
  const back = screen.getByRole('link', { name: 'Back to the dashboard' })
  expect(back.getAttribute('href')).toBe('/')
  expect(screen.queryByRole('button')).toBeNull()
})

test('the button is disabled before it is known where the list is', () => {
  replies['/config.json'] = neverAnswers
  open()
  expect(join().disabled).toBe(true)
})

test('the page says that this cannot be found out, and tries again', async () => {
  replies['/config.json'] = isDown
  open()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The server cannot be reached. Check your connection and try again.',
  )
  replies['/config.json'] = says(config)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await joinable()
})
