// A part of a page whose code comes later, or never.
import { cleanup, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { lazyPart } from './lazy-part.tsx'

afterEach(cleanup)

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const arrives = async () => ({ default: Greeting })
const fails = () => Promise.reject<{ default: typeof Greeting }>(new Error('gone'))

test('a part has something else in its place until its code is there', async () => {
  const Part = lazyPart(arrives)
  render(<Part name="Ann" meanwhile="a moment" />)
  expect(document.body.textContent).toBe('a moment')
  expect(await screen.findByText('Hello Ann')).toBeTruthy()
  expect(document.body.textContent).toBe('Hello Ann')
})

test('a part whose code is there already is drawn at once', async () => {
  const Part = lazyPart(arrives)
  await Part.load()
  render(<Part name="Ann" meanwhile="a moment" />)
  expect(document.body.textContent).toBe('Hello Ann')
})

test('a part whose code comes between its first frame and its effects is drawn', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Greeting }>()
  const Part = lazyPart(() => promise)
  void Part.load()
  const Arrival = () => {
    useLayoutEffect(() => resolve({ default: Greeting }), [])
    return null
  }
  // Without act(), which would run the effects at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    vi.unstubAllGlobals()
  })
  root.render(
    <>
      <Part name="Ann" meanwhile="a moment" />
      <Arrival />
    </>,
  )
  await vi.waitFor(() => expect(place.textContent).toBe('Hello Ann'))
})

test('a part whose code did not come has words for that in its place, where there are any', async () => {
  const Part = lazyPart(fails)
  render(<Part name="Ann" meanwhile="a moment" failed="not today" />)
  expect(document.body.textContent).toBe('a moment')
  expect(await screen.findByText('not today')).toBeTruthy()
})

test('a part whose code did not come breaks nothing, and is asked for again by the next one', async () => {
  const importPart = vi.fn<typeof arrives>(arrives).mockImplementationOnce(fails)
  const Part = lazyPart(importPart)
  render(<Part name="Ann" meanwhile="a moment" />)
  await importPart.mock.results[0]?.value.catch(() => undefined)
  expect(document.body.textContent).toBe('a moment')
  cleanup()
  render(<Part name="Bob" />)
  expect(await screen.findByText('Hello Bob')).toBeTruthy()
})
