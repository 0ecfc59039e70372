// Tests notices: the ARIA role and the icon of each tone.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { Notice } from './notice.tsx'

test.each([
  { tone: 'info', role: 'status' },
  { tone: 'success', role: 'status' },
  { tone: 'warning', role: 'status' },
  { tone: 'error', role: 'alert' },
] as const)('$tone is a $role with an icon beside the words', ({ tone, role }) => {
  render(<Notice tone={tone}>The market is closed.</Notice>)
  const notice = screen.getByRole(role)
  expect(notice.textContent).toBe('The market is closed.')
  expect(notice.querySelector('svg')).not.toBeNull()
})
