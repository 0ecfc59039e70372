// Renders pages for a signed-in learner, with replies of the server and prices that the test sends.
import { QueryClientProvider } from '@tanstack/react-query'
import { problemOf } from '@tengrand/contract/refusals.ts'
import { act, cleanup, render } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'

import type { IdentityState } from '../session/identity.ts'
import type { OpenIdentity } from '../session/open.ts'
import type { MarketSource, Provider } from '../session/session-store.ts'
import { makeQueryClient } from '../api/queries.ts'
import { QuotesContext } from '../market/quotes/use-quote.ts'
import { SessionProvider } from '../session/session.tsx'
import { Toasts } from '../ui/toast.tsx'
import { OfflineBanner } from '../app/offline-banner.tsx'
import { MemoryRouter } from './memory-router.tsx'
import { makeBrowser, wireQuote, type Browser, type Sides } from './tabs.ts'

export interface Asked {
  readonly method: string
  /** The address with its query. */
  readonly address: string
  readonly headers: Headers
  readonly body: unknown
  readonly signal: AbortSignal | undefined
}

export type Reply = (asked: Asked) => Response | Promise<Response>

export const says = (body: object) => (): Response => Response.json(body)
export const refuses = (...[refusal]: Parameters<typeof problemOf>) => {
  const problem = problemOf(refusal)
  return (): Response => Response.json(problem, { status: problem.status })
}
/** A holding on the wire. Its figures are independent of each other, so that a test can tell which one is drawn. */
export const holdingOf = (
  ticker: string,
  quantity: number,
  prices: { readonly avg: number; readonly now: number; readonly value: number },
  gain: { readonly amount: number; readonly percent: number },
) => ({
  ticker,
  quantity,
  free_quantity: quantity,
  avg_price: prices.avg,
  current_price: prices.now,
  market_value: prices.value,
  gain_loss: gain.amount,
  gain_loss_percent: gain.percent,
})

/** Ten shares that have cost $1,500. */
export const holding = holdingOf(
  'AAPL',
  10,
  { avg: 150, now: 189, value: 1890 },
  { amount: 390, percent: 26 },
)

/** A first chapter. */
export const firstChapter = {
  portfolio: 'first',
  chapter: 1,
  starting_cash: 10_000,
  closed_at: null,
  previous_value: null,
  realized_gain: 0,
  unrealized_gain: 0,
  realized: [],
}

/** The first chapter with this much cash, on the wire. */
export function portfolioOf(cash: number, holdings: readonly (typeof holding)[] = []) {
  const total_value = holdings.reduce((sum, { market_value }) => sum + market_value, cash)
  const own = [...holdings]
  return { ...firstChapter, cash_balance: cash, free_cash: cash, total_value, holdings: own }
}

/** A chapter in the list of chapters, on the wire; closed where it has an end. */
export const chapterOf = (portfolio: string, chapter: number, closed_at: string | null = null) => ({
  portfolio,
  chapter,
  opened_at: '2026-09-01T15:00:00Z',
  closed_at,
  starting_cash: 10_000,
  value: 10_000,
  return: 0,
  return_percent: 0,
  trades: 1,
})

/** The metrics of a history on the wire, without those of the market. */
export const metricsOf = (value: number, period: number, percent: number) => ({
  current_value: value,
  period_return: period,
  period_return_percent: percent,
  total_return: period,
  total_return_percent: percent,
  benchmark_return: null,
  benchmark_return_percent: null,
})

/** The account of the learner on the wire. */
export const account = {
  email: 'ann@example.com',
  display_name: 'Calm Otter 12',
  user_id: 'u-1',
  created_at: '2026-11-13T12:00:00Z',
}

/** A buy of ten shares on the wire. */
export const buyOfTen = {
  timestamp: '2026-11-01T15:00:00Z',
  type: 'BUY',
  realized_gain: null,
  ticker: 'AAPL',
  quantity: 10,
  price: 150,
}

export const isDown = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'))
export const neverAnswers = (): Promise<Response> => new Promise(() => {})
/** Does not answer, and rejects when the request is aborted. */
export const hangs = ({ signal }: Asked): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/** The replies by address with its query, or by path alone; other requests fail. */
export let replies: Record<string, Reply>
/** Every request, in order. */
export let requests: Asked[]
let browser: Browser
export const annIn: IdentityState = { kind: 'signed-in', uid: 'uid-ann', email: 'ann@example.com' }
let person: IdentityState = annIn
const listeners = new Set<() => void>()

export function setUpLearner(): void {
  requests = []
  replies = {}
  person = annIn
  source = simulated
  provider = null
  listeners.clear()
  browser = makeBrowser()
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const asked: Asked = {
      method: init.method ?? 'GET',
      address,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      signal: init.signal ?? undefined,
    }
    requests.push(asked)
    return (replies[address] ?? replies[address.replace(/\?.*/, '')] ?? isDown)(asked)
  })
}

/** Runs the timers that close unwatched streams. Other clocks stay real, which is faster. */
export function tearDownLearner(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  cleanup()
  // Runs each timer only once, because a mutation without a response sets its timer again for ever.
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
}

/** Registers set-up and tear-down for every test of a file; `setUp` adds to the set-up. */
export function testAsLearner(setUp?: () => void | Promise<void>): void {
  beforeEach(async () => {
    setUpLearner()
    await setUp?.()
  })
  afterEach(tearDownLearner)
}

interface LearnerProps {
  readonly at?: string
  /** Keeps the pauses between retries, which tests usually shorten. */
  readonly hasPauses?: boolean
  /** Whether the children render the toasts, as the shell does. */
  readonly isShell?: boolean
  readonly children: ReactNode
}

/** The providers around every page, for `render` and `renderHook`. */
export function Learner({ at = '/', hasPauses = false, isShell = false, children }: LearnerProps) {
  const [quotes] = useState(() => browser.openTab())
  const [client] = useState(() => {
    const made = makeQueryClient()
    if (hasPauses) return made
    const { queries, mutations } = made.getDefaultOptions()
    made.setDefaultOptions({
      queries: { ...queries, retryDelay: 1 },
      mutations: { ...mutations, retryDelay: 1 },
    })
    return made
  })
  return (
    <SessionProvider identity={identity}>
      <QueryClientProvider client={client}>
        <QuotesContext value={quotes}>
          <MemoryRouter at={at}>{children}</MemoryRouter>
          {isShell || <Toasts />}
        </QuotesContext>
      </QueryClientProvider>
    </SessionProvider>
  )
}

export const renderAt = (at: string, page: ReactNode) => render(<Learner at={at}>{page}</Learner>)

/** For components that need nothing but a signed-in learner. */
export const SignedIn = ({ children }: { children: ReactNode }) => (
  <SessionProvider identity={identity}>{children}</SessionProvider>
)

/** A learner with the offline banner, which watches the connection. */
export function WatchedLearner({ children }: { children: ReactNode }) {
  return (
    <Learner isShell>
      {children}
      <OfflineBanner />
    </Learner>
  )
}

export const bobIn: IdentityState = { kind: 'signed-in', uid: 'uid-bob', email: 'bob@example.com' }

/** Signs in another learner, or signs out. */
export const become = (next: IdentityState): void =>
  act(() => {
    person = next
    for (const listener of listeners) listener()
  })

/** The number of requests, by method and address. */
export const timesAsked = (what: string): number =>
  requests.filter(({ method, address }) => `${method} ${address}` === what).length

/** Sends a price over the live stream. */
export async function sendPrice(
  dollars: number,
  ticker = 'AAPL',
  seconds = 0,
  sides?: Sides,
  previousClose?: number,
): Promise<void> {
  const source = await vi.waitFor(() => {
    const [opened] = browser.openSources()
    if (!opened) throw new Error('no stream yet')
    return opened
  })
  act(() => source.send('snapshot', [wireQuote(ticker, dollars, seconds, sides, previousClose)]))
}

/** A network event of the browser. */
export const hear = (event: 'online' | 'offline'): void =>
  act(() => void window.dispatchEvent(new Event(event)))

/** Simulates the return to this tab. */
export const lookAgain = (): void =>
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/** The market by default. */
const simulated: MarketSource = { market: 'simulated', hours: 'always' }
let source: MarketSource | null = simulated

export const runMarket = (next: MarketSource | null): void => void (source = next)

let provider: Provider | null = null

export const signInThrough = (next: Provider): void => void (provider = next)

const identity: OpenIdentity = {
  getState: () => person,
  subscribe: (onChange) => {
    listeners.add(onChange)
    return () => void listeners.delete(onChange)
  },
  getToken: async () => (person.kind === 'signed-in' ? `token of ${person.uid}` : undefined),
  signIn: async () => {},
  signUp: async () => {},
  signInWithGoogle: async () => {},
  signInAtIssuer: async () => {},
  adopt: async () => {},
  sendPasswordReset: async () => {},
  confirmPasswordReset: async () => {},
  signOut: async () => become({ kind: 'signed-out' }),
  getProvider: () => provider,
  getMarket: () => source,
  warmUp: () => {},
}
