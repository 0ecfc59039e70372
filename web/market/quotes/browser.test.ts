// Tests which browser APIs the quotes use: all that a shared stream needs, or none of them.
// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'

import { browserSources } from './browser.ts'

const EventSource = vi.fn<(address: string) => void>()

afterEach(() => vi.unstubAllEnvs())

function refuse(): never {
  throw new DOMException('denied', 'SecurityError')
}

test('the browser opens the stream at the address of the API', () => {
  vi.stubEnv('VITE_API_BASE', 'https://api.example.com/v1')
  vi.stubGlobal('EventSource', EventSource)
  vi.stubGlobal('navigator', { locks: {} })
  const { stream } = browserSources()
  stream?.openSource()
  stream?.channel.close()
  expect(EventSource).toHaveBeenCalledExactlyOnceWith('https://api.example.com/v1/quotes/stream')
})

test('each market has a stream of its own for all tabs, and the main one keeps its name', () => {
  const opened = vi.fn<(name: string) => void>()
  vi.stubGlobal('EventSource', EventSource)
  vi.stubGlobal('BroadcastChannel', function (name: string) {
    opened(name)
  })
  vi.stubGlobal('navigator', { locks: {} })
  expect([browserSources(), browserSources('lesson')].map(({ stream }) => stream?.name)).toEqual([
    'tengrand-quotes-2',
    'tengrand-quotes-2-lesson',
  ])
  expect(opened.mock.calls.flat()).toEqual(['tengrand-quotes-2', 'tengrand-quotes-2-lesson'])
})

test.each([
  { without: 'locks', globals: { EventSource, navigator: {} } },
  {
    without: 'a channel that may be opened',
    globals: { EventSource, navigator: { locks: {} }, BroadcastChannel: refuse },
  },
])('the quotes do without a stream in a browser without $without', ({ globals }) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  expect(browserSources().stream).toBeNull()
})
