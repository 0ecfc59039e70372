// Tests lazy components whose chunk loads at once, loads late, never loads, or fails to load.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { lazyComponent } from './lazy.tsx'
import { Link } from './link.tsx'
import { MemoryRouter } from '../testing/memory-router.tsx'

const page = { default: () => <h1>The page</h1> }

const again = <Link to="/again">Again</Link>

async function show(Page: ReturnType<typeof lazyComponent>, beside?: ReactNode) {
  await act(async () =>
    render(
      <MemoryRouter>
        <Page />
        {beside}
      </MemoryRouter>,
    ),
  )
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('lazyComponent', () => {
  test('says that it is loading until the page is there', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof page>()
    await show(lazyComponent(() => promise))
    expect(screen.getByRole('status').textContent).toBe('Loading page...')
    resolve(page)
    await pass(1)
    expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('shows a page that was fetched ahead at once', async () => {
    const Page = lazyComponent(() => Promise.resolve(page))
    await Page.load()
    render(
      <MemoryRouter>
        <Page />
      </MemoryRouter>,
    )
    expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
  })

  test('gives up after 120 seconds, and not before', async () => {
    await show(lazyComponent(() => new Promise(() => {})))
    await pass(119)
    expect(screen.getByRole('status').textContent).toBe('Loading page...')
    await pass(2)
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
  })

  test('explains itself when the code cannot be fetched', async () => {
    await show(lazyComponent(() => Promise.reject(new TypeError('Failed to fetch'))))
    await pass(0)
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  })

  test('is tried anew by whoever comes back', async () => {
    let isThere = false
    const Page = lazyComponent(async () => {
      if (isThere) return page
      throw new TypeError('Failed to fetch')
    })
    await show(Page, again)
    await pass(0)
    const openAgain = async () => {
      fireEvent.click(screen.getByRole('link', { name: 'Again' }))
      await pass(1)
    }
    await openAgain()
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
    isThere = true
    await openAgain()
    expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
  })

  test('keeps a page that is there when the address changes', async () => {
    let mounts = 0
    const Counting = () => {
      const [mount] = useState(() => (mounts += 1))
      return <h1>Mount {mount}</h1>
    }
    const Page = lazyComponent(async () => ({ default: Counting }))
    await show(Page, again)
    await pass(1)
    const before = screen.getByRole('heading').textContent
    fireEvent.click(screen.getByRole('link', { name: 'Again' }))
    await pass(1)
    expect(screen.getByRole('heading').textContent).toBe(before)
  })

  test('a part has something else in its place until its code is there', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof page>()
    await show(lazyComponent(() => promise, { loading: () => 'a moment' }))
    expect(document.body.textContent).toBe('a moment')
    resolve(page)
    await pass(1)
    expect(document.body.textContent).toBe('The page')
  })

  test('a part whose code did not come has words for that in its place, where there are any', async () => {
    const Part = lazyComponent((): Promise<typeof page> => Promise.reject(new TypeError()), {
      loading: () => 'a moment',
      failed: () => 'not today',
    })
    await show(Part)
    await pass(0)
    expect(document.body.textContent).toBe('not today')
  })

  test('a part whose code did not come breaks nothing, and is asked for again by the next one', async () => {
    const importPart = vi.fn<() => Promise<typeof page>>(async () => page)
    importPart.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Part = lazyComponent(importPart, { failed: () => 'not today' })
    await show(Part)
    await pass(0)
    expect(document.body.textContent).toBe('not today')
    cleanup()
    await show(Part)
    await pass(0)
    expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
  })

  test('leaves no timer behind', async () => {
    await lazyComponent(() => Promise.resolve(page)).load()
    expect(vi.getTimerCount()).toBe(0)
  })
})
