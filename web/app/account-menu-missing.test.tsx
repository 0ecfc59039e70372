// Tests the account menu when its chunk cannot be loaded.
import { alertText } from '../testing/announced.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, expect, test, vi } from 'vitest'

import { Learner, testAsLearner } from '../testing/learner.tsx'
import { AccountMenu } from '../account/account-menu.tsx'

// The menu caches its chunk, which another test file may have loaded already.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

vi.mock('../account/account-panel.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

testAsLearner()

test('the account menu whose code cannot be loaded says so, and how to go on', async () => {
  render(
    <Learner>
      <AccountMenu email="ann@example.com" />
    </Learner>,
  )
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await userEvent.click(screen.getByRole('button', { name: /^Account/ }))
  expect(await alertText()).toBe("We couldn't load this. Reload the page.")
})
