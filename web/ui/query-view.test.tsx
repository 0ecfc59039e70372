// Tests the four states of a query on the screen.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { QueryView, type View } from './query-view.tsx'

function show(view: View<string[]>) {
  return render(
    <QueryView
      view={view}
      loading="Loading portfolio..."
      empty={['No holdings yet.', 'Start trading to build your portfolio!']}
      rows={4}
    >
      {(tickers) => <p>{tickers.join(' and ')}</p>}
    </QueryView>,
  )
}

describe('QueryView', () => {
  test('says that it is loading, above rows that keep the place', () => {
    const { container } = show({ state: 'loading' })
    expect(screen.getByRole('status').textContent).toBe('Loading portfolio...')
    expect(container.querySelectorAll('.skeleton')).toHaveLength(4)
  })

  test('shows two lines when there is nothing to show', () => {
    show({ state: 'empty' })
    expect(screen.getByText('No holdings yet.')).toBeTruthy()
    expect(screen.getByText('Start trading to build your portfolio!')).toBeTruthy()
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('shows an error without a button when trying again makes no sense', () => {
    show({ state: 'error', sentence: 'Failed to load transactions.' })
    expect(screen.getByRole('alert').textContent).toBe('Failed to load transactions.')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('tries again when asked to', async () => {
    const retry = vi.fn<() => void>()
    show({ state: 'error', sentence: 'Failed to load transactions.', retry })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })

  test('shows the data', () => {
    show({ state: 'data', data: ['AAPL', 'MSFT'] })
    expect(screen.getByText('AAPL and MSFT')).toBeTruthy()
  })
})
