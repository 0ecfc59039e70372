// Tests the toast that shows a sentence for some seconds.
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { showToast, Toasts } from './toast.tsx'

test('a repeated sentence is a new toast, so that a screen reader says it again', () => {
  render(<Toasts />)
  const show = () => {
    act(() => showToast('Not saved.'))
    return screen.getByRole('alert')
  }
  const first = show()
  expect(first.textContent).toBe('Not saved.')
  expect(show()).not.toBe(first)
  expect(screen.getByRole('alert').textContent).toBe('Not saved.')
})
