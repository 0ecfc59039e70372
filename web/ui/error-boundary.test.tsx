// Tests the error page that replaces a broken page.
import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { ErrorBoundary } from './error-boundary.tsx'

function Broken(): never {
  throw new Error('secret detail')
}

beforeEach(() => {
  // React logs the errors that a boundary catches, which are expected here.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('ErrorBoundary', () => {
  test('shows its children as long as nothing breaks', () => {
    render(<ErrorBoundary>all is well</ErrorBoundary>)
    expect(screen.getByText('all is well')).toBeTruthy()
  })

  test('offers a way out, and keeps the details to itself', () => {
    render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    )
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('secret detail')
    expect(document.title).toBe('Something went wrong · Tengrand')
  })

  test('gives another page a try of its own', () => {
    const { rerender } = render(
      <ErrorBoundary resetKey="/a">
        <Broken />
      </ErrorBoundary>,
    )
    rerender(<ErrorBoundary resetKey="/a">still broken</ErrorBoundary>)
    expect(screen.queryByText('still broken')).toBeNull()
    rerender(<ErrorBoundary resetKey="/b">another page</ErrorBoundary>)
    expect(screen.getByText('another page')).toBeTruthy()
  })
})
