// One stream by itself: what it passes on, and when it is tried again.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ScriptedSource, wireQuote } from '../testing/tabs.ts'
import { openStream } from './stream.ts'

let sources: ScriptedSource[]
let close: () => void
const onQuotes = vi.fn<Parameters<typeof openStream>[1]['onQuotes']>()
const onLost = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  close = openStream(
    () => {
      const source = new ScriptedSource()
      sources.push(source)
      return source
    },
    { onQuotes, onLost },
  )
})
afterEach(() => {
  close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

const latest = () => sources.at(-1) ?? new ScriptedSource()

describe('a stream', () => {
  test('leaves out what it does not understand, and says so once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    latest().sendText('snapshot', '{"quotes":')
    latest().sendText('snapshot', '{"quotes":[{"ticker":"AAPL"}]}')
    expect(onQuotes).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledTimes(1)
  })

  test('leaves out what cannot be a price of ours', () => {
    latest().send('snapshot', [
      wireQuote('ZZZZ', 1),
      wireQuote('MSFT', 0),
      { ...wireQuote('AMD', 142), at: 'yesterday' },
      { ...wireQuote('AAPL', 189), price: '189.10', previous_close: 0 },
    ])
    const at = Date.UTC(2026, 10, 13, 15)
    expect(onQuotes).toHaveBeenCalledExactlyOnceWith('snapshot', [
      { ticker: 'AAPL', price: 18910, previousClose: null, at },
    ])
  })

  test('is open only when it has spoken, and after a break as soon as it is back', () => {
    latest().resume()
    expect(onQuotes).not.toHaveBeenCalled()
    latest().send('snapshot', [])
    latest().interrupt()
    expect(onLost).toHaveBeenCalledTimes(1)
    latest().resume()
    expect(onQuotes).toHaveBeenLastCalledWith('change', [])
    vi.runAllTimers()
    expect(sources).toHaveLength(1)
  })

  test('that is refused is tried again, ever later, but at least once a minute', () => {
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const tries = sources.length
      latest().refuse()
      vi.advanceTimersByTime(seconds * 1000 - 1)
      expect(sources).toHaveLength(tries)
      vi.advanceTimersByTime(1)
      expect(sources).toHaveLength(tries + 1)
    }
    latest().send('snapshot', [wireQuote('AAPL', 189)])
    latest().refuse()
    const tries = sources.length
    vi.advanceTimersByTime(1000)
    expect(sources).toHaveLength(tries + 1)
  })

  test('that is closed stays closed', () => {
    latest().refuse()
    close()
    vi.runAllTimers()
    expect(sources).toHaveLength(1)
  })
})
