// Tests the offline banner: its text, the data shown meanwhile, and the refetch of all queries after the reconnection.
import { useQuery } from '@tanstack/react-query'
import { api } from '@tengrand/contract/api.ts'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { call } from '../api/client.ts'
import { LiveMark } from '../market/quotes/quote-marks.tsx'
import { useQuote } from '../market/quotes/use-quote.ts'
import { ReloadWhenBack } from '../browser/connection.ts'
import {
  hear as sendEvent,
  isDown,
  neverAnswers,
  refuses,
  replies,
  says,
  sendPrice,
  testAsLearner,
  timesAsked,
  WatchedLearner,
} from '../testing/learner.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'

const offline = "You're offline. Numbers may be old until you're back."
const unreachable = "Tengrand can't be reached. Numbers may be old until it's back."
const isUp = says({ status: 'alive' })
const probes = () => timesAsked('GET /healthz')

function startServer(): void {
  replies['/healthz'] = isUp
  replies['/readyz'] = says({ status: 'ready' })
}
const stopServer = (): void =>
  void Object.assign(replies, { '/healthz': isDown, '/readyz': isDown })

/** A page with one query. */
function Figure() {
  const { data, error } = useQuery({
    queryKey: ['ready'],
    queryFn: ({ signal }) => call(api.ready, {}, { signal }),
  })
  return <p>{data?.status ?? error?.message ?? 'Loading...'}</p>
}

testAsLearner(() => {
  vi.useFakeTimers()
  startServer()
})

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
const open = async () => {
  render(<Figure />, { wrapper: WatchedLearner })
  await settle(1)
}
const hear = async (event: 'online' | 'offline') => {
  sendEvent(event)
  await settle()
}
const banner = () => screen.queryByText(/Numbers may be old/)
const isShown = () => banner() !== null
/** Whether the browser says that it has a network. */
const setNetwork = (isThere: boolean) =>
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)

test('a page with a connection says nothing and asks nothing', async () => {
  await open()
  await settle(3_600_000)
  expect(isShown()).toBe(false)
  expect(probes()).toBe(0)
})

test('the banner comes with the loss and goes with the return, and the data stays and is refreshed', async () => {
  await open()
  expect(screen.getByText('ready')).toBeTruthy()
  stopServer()
  setNetwork(false)
  await hear('offline')
  expect(banner()?.textContent).toBe(offline)
  expect(banner()?.closest('[aria-live=polite]')).not.toBeNull()
  // Clicks pass through the banner to the page below.
  expect(banner()?.closest('.pointer-events-auto')).toBeNull()
  expect(screen.getByText('ready')).toBeTruthy()
  startServer()
  const asked = timesAsked('GET /readyz')
  await hear('online')
  expect(isShown()).toBe(false)
  expect(timesAsked('GET /readyz')).toBe(asked + 1)
})

test('a connection that was gone for a moment only is no news, but the data is refreshed', async () => {
  await open()
  replies['/healthz'] = neverAnswers
  await hear('offline')
  replies['/healthz'] = isUp
  const asked = timesAsked('GET /readyz')
  await hear('online')
  expect(isShown()).toBe(false)
  expect(timesAsked('GET /readyz')).toBe(asked + 1)
})

test('a machine without a network that reaches its own server is not offline', async () => {
  await open()
  await hear('offline')
  expect(probes()).toBe(1)
  expect(isShown()).toBe(false)
})

test('a server that is gone is noticed by the first question, and looked for ever less often', async () => {
  stopServer()
  await open()
  expect(banner()?.textContent).toBe(unreachable)
  expect(probes()).toBe(1)
  const waits = [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
  for (const [index, wait] of waits.entries()) {
    await settle(wait - 2)
    expect(probes()).toBe(index + 1)
    await settle(2)
    expect(probes()).toBe(index + 2)
  }
  expect(screen.getByText(/The server cannot be reached/)).toBeTruthy()
  startServer()
  await settle(30_000)
  expect(isShown()).toBe(false)
  expect(screen.getByText('ready')).toBeTruthy()
  const settled = probes()
  await settle(3_600_000)
  expect(probes()).toBe(settled)
})

test('the server is looked for at once when somebody looks at the page again', async () => {
  stopServer()
  await open()
  await settle(10_000)
  const asked = probes()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(probes()).toBe(asked + 1)
})

test.each([
  { what: 'a refusal', reply: refuses({ code: 'not_found' }), probed: 0 },
  { what: 'a service with troubles', reply: refuses({ code: 'unavailable' }), probed: 1 },
])('$what is not the connection', async ({ reply, probed }) => {
  replies['/readyz'] = reply
  await open()
  expect(isShown()).toBe(false)
  expect(Math.min(probes(), 1)).toBe(probed)
})

test.each([502, 503, 504, 511, 521, 530])(
  'a %d of a proxy means that the server is gone',
  async (status) => {
    const gateway = () => new Response('Bad Gateway', { status })
    replies['/healthz'] = replies['/readyz'] = gateway
    await open()
    expect(banner()?.textContent).toBe(unreachable)
    startServer()
    await settle(30_000)
    expect(isShown()).toBe(false)
    expect(screen.getByText('ready')).toBeTruthy()
  },
)

test.each([
  { what: 'another answer of a proxy', reply: () => new Response('No', { status: 403 }) },
  { what: 'a server under load', reply: refuses({ code: 'unavailable' }) },
])('$what means that there is a connection', async ({ reply }) => {
  replies['/healthz'] = reply
  await open()
  await hear('offline')
  expect(isShown()).toBe(false)
})

test('a network that is lost and comes back while the server is gone changes the words', async () => {
  stopServer()
  setNetwork(false)
  await open()
  expect(banner()?.textContent).toBe(offline)
  setNetwork(true)
  await hear('online')
  expect(banner()?.textContent).toBe(unreachable)
  setNetwork(false)
  await hear('offline')
  expect(banner()?.textContent).toBe(offline)
  startServer()
  await settle(30_000)
  expect(isShown()).toBe(false)
})

test('a server that takes for ever cannot be reached', async () => {
  const late = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  await open()
  replies['/healthz'] = () =>
    new Promise((_, reject) => {
      late.signal.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')))
    })
  await hear('offline')
  expect(isShown()).toBe(false)
  act(() => late.abort(new DOMException('late', 'TimeoutError')))
  await settle()
  expect(isShown()).toBe(true)
})

test('of two questions about the connection the later one counts', async () => {
  await open()
  const late = Promise.withResolvers<Response>()
  replies['/healthz'] = () => late.promise
  await hear('offline')
  replies['/healthz'] = isUp
  await hear('online')
  late.reject(new TypeError('fetch failed'))
  await settle()
  expect(isShown()).toBe(false)
})

test('prices are not called live while there is no connection', async () => {
  const Price = () => (useQuote('AAPL') ? <LiveMark /> : null)
  render(<Price />, { wrapper: WatchedLearner })
  vi.useRealTimers()
  await sendPrice(189)
  vi.useFakeTimers()
  const isLive = () => !screen.getByText('Live').className.includes('invisible')
  expect(isLive()).toBe(true)
  replies['/healthz'] = isDown
  await hear('offline')
  expect(isLive()).toBe(false)
  replies['/healthz'] = isUp
  await hear('online')
  expect(isLive()).toBe(true)
})

describe('a page that is broken', () => {
  const reload = vi.fn<() => void>()
  const Page = ({ isBroken }: { isBroken: boolean }) => {
    if (isBroken) throw new TypeError('Failed to fetch')
    return <p>All is well</p>
  }
  const page = (isBroken: boolean) => (
    <ErrorBoundary recovery={<ReloadWhenBack />}>
      <Page isBroken={isBroken} />
    </ErrorBoundary>
  )
  const breakPage = async () => {
    const { rerender } = render(page(false), { wrapper: WatchedLearner })
    await settle(1)
    rerender(page(true))
    await settle(1)
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  }
  beforeEach(() => {
    reload.mockReset()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('location', { reload })
  })

  test('is loaded again once, when the connection is back', async () => {
    replies['/healthz'] = isDown
    await breakPage()
    await settle(10_000)
    expect(isShown()).toBe(true)
    expect(reload).not.toHaveBeenCalled()
    replies['/healthz'] = isUp
    await settle(3_600_000)
    expect(reload).toHaveBeenCalledOnce()
  })

  test('is left alone where the connection was never gone', async () => {
    await breakPage()
    expect(probes()).toBe(1)
    await hear('online')
    await settle(3_600_000)
    expect(reload).not.toHaveBeenCalled()
  })
})
