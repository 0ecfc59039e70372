// Tests a single stream: the quotes that it passes on, its reconnections, and its timeout.
// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ScriptedSource, wireQuote } from '../../testing/tabs.ts'
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
  vi.clearAllMocks()
})

/** Expects the next connection after exactly this time. */
function expectRetryAfter(seconds: number): void {
  const tries = sources.length
  vi.advanceTimersByTime(seconds * 1000 - 1)
  expect(sources).toHaveLength(tries)
  vi.advanceTimersByTime(1)
  expect(sources).toHaveLength(tries + 1)
}

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
      { ...wireQuote('META', 0.01), bid: 0 },
      { ...wireQuote('AMD', 142), at: 'yesterday' },
      { ...wireQuote('AAPL', 189), price: '189.10', ask: 189.11, previous_close: 0 },
    ])
    const at = Date.UTC(2026, 10, 13, 15)
    expect(onQuotes).toHaveBeenCalledExactlyOnceWith('snapshot', [
      { ticker: 'AAPL', price: 18910, bid: 18900, ask: 18911, previousClose: null, at },
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
    vi.advanceTimersByTime(44_999)
    expect(sources).toHaveLength(1)
  })

  test('that is refused is tried again, ever later, but at least once a minute', () => {
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      latest().refuse()
      expectRetryAfter(seconds)
    }
    latest().send('snapshot', [wireQuote('AAPL', 189)])
    latest().refuse()
    expectRetryAfter(1)
  })

  test.each([
    ['while it is open', () => latest().send('snapshot', [])],
    ['while it is tried again', () => latest().refuse()],
    ['after a silence', () => vi.advanceTimersByTime(45_000)],
  ])('that is closed %s stays closed', (_when, happens) => {
    happens()
    close()
    expect(vi.getTimerCount()).toBe(0)
    expect(sources).toHaveLength(1)
    expect(latest().readyState).toBe(2)
  })
})

describe('a silent stream', () => {
  const heartbeat = () => latest().sendText('heartbeat', '{}')

  /** Expects that the stream gives up the connection after exactly this time. */
  function expectLostAfter(seconds: number): void {
    const source = latest()
    const losses = onLost.mock.calls.length
    vi.advanceTimersByTime(seconds * 1000 - 1)
    expect(onLost).toHaveBeenCalledTimes(losses)
    vi.advanceTimersByTime(1)
    expect(onLost).toHaveBeenCalledTimes(losses + 1)
    expect(source.readyState).toBe(2)
  }

  test.each([
    ['a snapshot', () => latest().send('snapshot', [wireQuote('AAPL', 189)])],
    ['a change', () => latest().send('change', [wireQuote('AAPL', 189)])],
    ['a heartbeat', heartbeat],
    ['the browser was back', () => latest().resume()],
    ['the browser tried again', () => latest().interrupt()],
  ])('is given up 45 s after %s, and opened anew', (_what, happens) => {
    vi.advanceTimersByTime(30_000)
    happens()
    expectLostAfter(45)
    expectRetryAfter(1)
    latest().send('snapshot', [wireQuote('AAPL', 190)])
    expect(onQuotes).toHaveBeenLastCalledWith('snapshot', [
      expect.objectContaining({ price: 19000 }),
    ])
  })

  test('is kept by heartbeats, which do not make it live', () => {
    for (let beats = 0; beats < 20; beats += 1) {
      vi.advanceTimersByTime(44_999)
      heartbeat()
    }
    expect(onLost).not.toHaveBeenCalled()
    expect(onQuotes).not.toHaveBeenCalled()
    expect(sources).toHaveLength(1)
  })

  test('is opened ever later, until quotes have come', () => {
    for (const seconds of [1, 2, 4]) {
      heartbeat()
      expectLostAfter(45)
      expectRetryAfter(seconds)
    }
    latest().send('snapshot', [])
    expectLostAfter(45)
    expectRetryAfter(1)
  })
})
