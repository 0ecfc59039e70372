// Tests the store: its listeners, its start at the first subscription, and its end at the last unsubscription.
import { expect, test, vi } from 'vitest'

import { createStore } from './create-store.ts'

test('a change reaches whoever is subscribed, with the new value', () => {
  const store = createStore(1)
  const seen: number[] = []
  const stop = store.subscribe(() => seen.push(store.get()))
  store.set(2)
  stop()
  store.set(3)
  expect(seen).toEqual([2])
  expect(store.get()).toBe(3)
})

test('one listener can subscribe twice and leave one by one', () => {
  const store = createStore(1)
  const listener = vi.fn<() => void>()
  const stop = store.subscribe(listener)
  store.subscribe(listener)
  stop()
  stop()
  store.set(2)
  expect(listener).toHaveBeenCalledOnce()
})

test('the hook starts with the first subscription, ends with the last, and starts anew', () => {
  const stopped = vi.fn<() => void>()
  const start = vi.fn<() => () => void>(() => stopped)
  const store = createStore(1, start)
  const stops = [store.subscribe(() => {}), store.subscribe(() => {})]
  expect(start).toHaveBeenCalledOnce()
  stops[0]?.()
  stops[0]?.()
  expect(stopped).not.toHaveBeenCalled()
  stops[1]?.()
  expect(stopped).toHaveBeenCalledOnce()
  store.subscribe(() => {})
  expect(start).toHaveBeenCalledTimes(2)
})
