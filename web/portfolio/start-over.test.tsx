// Tests a restart: the dialog, its requests and retries, and the messages afterwards.
import { problemOf } from '@tengrand/contract/refusals.ts'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { usePortfolio } from './queries.ts'
import {
  holding,
  isDown,
  Learner,
  portfolioOf,
  refuses,
  replies,
  requests,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { postMessageTo } from '../testing/provider.ts'
import { AccountMenu } from '../account/account-menu.tsx'

const account = {
  email: null,
  display_name: 'Calm Otter 12',
  user_id: 'u-1',
  created_at: '2026-11-01T12:00:00Z',
}
const path = '/api/portfolio/start-over'
const first = portfolioOf(8000, [holding])
const second = { ...portfolioOf(10_000), portfolio: 'second', chapter: 2 }
const begun = {
  portfolio: 'second',
  chapter: 2,
  cash_balance: 10_000,
  free_cash: 10_000,
  closed: { portfolio: 'first', final_value: 9890, return: -110, return_percent: -1.1 },
}

testAsLearner(() => {
  hurry()
  replies['/api/portfolio'] = says(first)
  replies[path] = says(begun)
  replies['/api/account'] = says(account)
  renderMenu()
})

function renderMenu(): void {
  render(
    <Learner>
      <AccountMenu email={null} />
      <Chapter />
    </Learner>,
  )
}

/** Skips the pauses between retries. */
function hurry(): void {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) =>
    setTimeout(work, work.name === 'endPause' ? 0 : ms),
  )
}

/** A component with data of the learner. */
function Chapter() {
  return <p>Here is chapter {usePortfolio().data?.chapter}</p>
}

const entry = () => screen.findByRole('button', { name: 'Restart…' })
const dialog = () => screen.queryByRole('dialog', { name: 'Restart?' })
const keepGoing = () => screen.getByRole('button', { name: 'Keep going' })
const startOver = () => screen.getByRole('button', { name: 'Restart' })
const keysSent = () =>
  requests
    .filter(({ address }) => address === path)
    .map(({ headers }) => headers.get('idempotency-key'))

async function ask() {
  await userEvent.click(screen.getByRole('button', { name: 'Account' }))
  await userEvent.click(await entry())
}

describe('the dialog to restart', () => {
  test('says what happens, and what the run that ends has come to', async () => {
    await ask()
    expect(await screen.findByText('$9,890.00')).toBeTruthy()
    expect(screen.getByText('\u2212$110.00 (\u22121.10%)').className).toContain('text-loss')
    const words = dialog()?.textContent
    expect(words).toContain('Run\u00A01 closes at the current prices')
    expect(words).toContain('and your open orders are cancelled.')
    expect(words).toContain('You get a fresh $10,000 for run\u00A02.')
    expect(words).toContain(
      "You leave the leaderboard. You'll rejoin it after your first new trade, marked 'run\u00A02'.",
    )
    expect(words).toContain("You can restart once in 30 days. There's no undo.")
    expect(timesAsked(`POST ${path}`)).toBe(0)
  })

  test('has the focus on the button to keep going, which changes nothing', async () => {
    await ask()
    expect(document.activeElement).toBe(keepGoing())
    await userEvent.keyboard('{Enter}')
    expect(dialog()).toBeNull()
    expect(document.activeElement).toBe(await entry())
    expect(timesAsked(`POST ${path}`)).toBe(0)
  })

  test('is not offered in a run without a trade, which says so', async () => {
    cleanup()
    replies['/api/portfolio'] = says(second)
    renderMenu()
    await userEvent.click(screen.getByRole('button', { name: 'Account' }))
    expect(await screen.findByText('No trade yet in this run')).toBeTruthy()
    const button = await entry()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(
      document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
    ).toBe('No trade yet in this run')
    await userEvent.click(button)
    expect(dialog()).toBeNull()
  })

  test('is offered after everything was sold', async () => {
    cleanup()
    const sold = { ticker: 'AAPL', realized_gain: 12.5 }
    replies['/api/portfolio'] = says({ ...second, realized: [sold] })
    renderMenu()
    await ask()
    expect(dialog()).not.toBeNull()
  })

  test('is left with Escape, and the menu stays', async () => {
    await ask()
    await userEvent.keyboard('{Escape}')
    expect(dialog()).toBeNull()
    expect(document.activeElement).toBe(await entry())
    expect(timesAsked(`POST ${path}`)).toBe(0)
  })

  test('closes when the next chapter has begun, says so, and everything is of that one', async () => {
    expect(await screen.findByText('Here is chapter 1')).toBeTruthy()
    await ask()
    replies['/api/portfolio'] = says(second)
    await userEvent.click(startOver())
    const begins = await screen.findByText('Run 2 has begun.')
    expect(begins.closest('[role=status]')?.textContent).toContain('See run 1')
    expect(dialog()).toBeNull()
    expect(await screen.findByText('Here is chapter 2')).toBeTruthy()
    expect(keysSent()).toEqual([expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)])
  })

  test('sends nothing twice, however fast the button is pressed', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    replies[path] = () => promise
    await ask()
    await userEvent.dblClick(startOver())
    expect(screen.getByRole('button', { name: 'Restarting...' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(dialog()).not.toBeNull()
    resolve(Response.json(begun))
    expect(await screen.findByText('Run 2 has begun.')).toBeTruthy()
    expect(keysSent()).toHaveLength(1)
  })

  test('sends the same again where no answer was heard', async () => {
    let tries = 0
    replies[path] = () => ((tries += 1) < 3 ? isDown() : Response.json(begun))
    await ask()
    await userEvent.click(startOver())
    expect(await screen.findByText('Run 2 has begun.')).toBeTruthy()
    expect(keysSent()).toHaveLength(3)
    expect(new Set(keysSent()).size).toBe(1)
  })

  test('says that it is safe to try again without a connection, and does so under the same key', async () => {
    replies[path] = isDown
    await ask()
    await userEvent.click(startOver())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The server cannot be reached.')
    expect(alert.textContent).toContain("Try again. It won't happen twice.")
    replies[path] = says(begun)
    await userEvent.click(startOver())
    expect(await screen.findByText('Run 2 has begun.')).toBeTruthy()
    expect(new Set(keysSent()).size).toBe(1)
  })

  test('closes and says what has begun where the answer was lost after it was done', async () => {
    await ask()
    expect(await screen.findByText('$9,890.00')).toBeTruthy()
    replies[path] = isDown
    replies['/api/portfolio'] = says(second)
    await userEvent.click(startOver())
    expect(await screen.findByText('Run 2 has begun.')).toBeTruthy()
    expect(dialog()).toBeNull()
  })

  test('sends nothing before it is known what would end', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    cleanup()
    replies['/api/portfolio'] = () => promise
    renderMenu()
    await ask()
    expect(dialog()?.textContent).toContain('Run\u00A0… closes at')
    await userEvent.click(startOver())
    expect(timesAsked(`POST ${path}`)).toBe(0)
    resolve(Response.json(first))
    expect(await screen.findByText('$9,890.00')).toBeTruthy()
    await userEvent.click(startOver())
    expect(await screen.findByText('Run 2 has begun.')).toBeTruthy()
  })

  test.each([
    [{ code: 'nothing_to_close' }, problemOf({ code: 'nothing_to_close' }).error],
    [
      { code: 'too_soon', from: Date.UTC(2026, 11, 13, 2) },
      problemOf({ code: 'too_soon', from: Date.UTC(2026, 11, 13, 2) }).error,
    ],
    [{ code: 'no_price', ticker: 'AAPL' }, 'No price is available for AAPL right now.'],
  ] as const)('says why not: %j', async (refusal, words) => {
    replies[path] = refuses(refusal)
    await ask()
    await userEvent.click(startOver())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(words)
    expect(alert.textContent).not.toContain('Try again')
    expect(keysSent()).toHaveLength(1)
    await userEvent.click(startOver())
    await waitFor(() => expect(new Set(keysSent()).size).toBe(2))
  })
})

test('a chapter that ends in another tab is seen in this one at once', async () => {
  expect(await screen.findByText('Here is chapter 1')).toBeTruthy()
  replies['/api/portfolio'] = says(second)
  postMessageTo('tengrand-chapter', 0)
  expect(await screen.findByText('Here is chapter 2')).toBeTruthy()
})
