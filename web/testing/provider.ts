// A mock of the server's sign-in: accounts, one session, its cookie, and replies that a test can replace.
import { problemOf } from '@tengrand/contract/refusals.ts'
import { vi } from 'vitest'

import type { Provider as IdentityProvider } from '../session/session-store.ts'

export const ann = 'ann@example.com'
export const bob = 'bob@example.com'

export type Reply = (body: Record<string, unknown>) => Response | Promise<Response>

export const refuses = (...[refusal]: Parameters<typeof problemOf>): Reply => {
  const problem = problemOf(refusal)
  return () => Response.json(problem, { status: problem.status })
}
export const isDown: Reply = () => Promise.reject(new TypeError('fetch failed'))

export interface Claims {
  readonly sub: string
  readonly email: string | null
  readonly iat: number
  readonly exp: number
  /** Of a guest of a lesson. */
  readonly guest: boolean
}

/** A token without a signature, which the browser does not check. */
export const tokenOf = (claims: Partial<Claims>): string => {
  const all = { sub: 'uid-1', email: 'ann@example.com', iat: 1_700_000_000, exp: 1_700_000_900 }
  const bytes = new TextEncoder().encode(JSON.stringify({ ...all, ...claims }))
  const base64 = btoa(String.fromCharCode(...bytes))
  return `e30.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2ln`
}

const openToAll: Pick<IdentityProvider, 'signUp' | 'allowedDomains'> = {
  signUp: 'open',
  allowedDomains: [],
}
export const embedded: IdentityProvider = { kind: 'embedded', google: true, ...openToAll }
export const oidc: IdentityProvider = { kind: 'oidc', name: 'North High School', ...openToAll }
export const firebase: IdentityProvider = {
  kind: 'firebase',
  projectId: 'demo-tengrand',
  apiKey: 'key',
  authDomain: 'demo-tengrand.firebaseapp.com',
  emulatorUrl: null,
  ...openToAll,
}

export class Provider {
  /** Every request, as method and address. */
  readonly asked: string[] = []
  readonly bodies: unknown[] = []
  /** The Idempotency-Keys, in the order of the requests that have one. */
  readonly keys: string[] = []
  /** The replies by address, instead of those of the mock. */
  readonly replies: Record<string, Reply> = {}
  readonly passwords: Record<string, string> = {
    'ann@example.com': 'correct horse',
    'bob@example.com': 'battery staple',
  }
  config: object = embedded
  market: object = { market: 'simulated', marketHours: 'always' }
  hasGuests = false
  /** The address of the issuer for signing out there too. */
  signOutUrl: string | null = null
  /** The email of the account whose session the cookie has; null without a session. */
  signedIn: string | null = null
  /** The id of the lesson of a guest, whose session the cookie has. */
  guestIn: string | null = null
  tokensGiven = 0

  /** Restores a session of an earlier visit. */
  remember(email: string): void {
    this.signedIn = email
    this.guestIn = null
    setHint(true)
  }

  /** Sets the cookie of a guest's session. */
  rememberGuest(league: string): void {
    this.signedIn = null
    this.guestIn = league
    setHint(true)
  }

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET'
    this.asked.push(`${method} ${address}`)
    const body: Record<string, unknown> = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    if (method === 'POST') this.bodies.push(body)
    const key = new Headers(init.headers).get('idempotency-key')
    if (key !== null) this.keys.push(key)
    return (this.replies[address] ?? this.#usual[address] ?? refuses({ code: 'not_found' }))(body)
  }

  readonly #enter = (email: string): Response => {
    this.remember(email)
    return Response.json({ user: { id: uidOf(email), email }, token: this.#giveToken(email) })
  }

  readonly #giveToken = (email: string): string => {
    this.tokensGiven += 1
    const iat = 1_700_000_000 + this.tokensGiven
    return tokenOf({ sub: uidOf(email), email, iat, exp: iat + 900 })
  }

  readonly #usual: Record<string, Reply> = {
    '/config.json': () =>
      Response.json({
        identity: this.config,
        ...this.market,
        ...(this.hasGuests && { guests: true }),
        proWaitlistUrl: '/waitlist',
      }),
    '/identity/get-session': () =>
      Response.json({
        user: this.guestIn === null ? null : { id: 'guest', email: null, league: this.guestIn },
      }),
    '/identity/token': (body) => {
      if (this.guestIn !== null)
        return Response.json({ token: tokenOf({ sub: 'guest', email: null, guest: true }) })
      if (this.signedIn === null) {
        setHint(false)
        return refuses({ code: 'unauthorized' })(body)
      }
      return Response.json({ token: this.#giveToken(this.signedIn) })
    },
    '/identity/sign-in/email': (body) => {
      const email = String(body['email'])
      return this.passwords[email] === body['password']
        ? this.#enter(email)
        : refuses({ code: 'invalid_credentials' })(body)
    },
    '/identity/sign-up/email': (body) => {
      const email = String(body['email'])
      if (email in this.passwords) return refuses({ code: 'email_in_use' })(body)
      this.passwords[email] = String(body['password'])
      return this.#enter(email)
    },
    '/identity/sign-in/google': () => Response.json({ url: 'https://google.example/ask' }),
    '/identity/sign-in/oidc': () => Response.json({ url: 'https://issuer.example/ask' }),
    '/identity/sign-out': () => {
      this.signedIn = null
      this.guestIn = null
      setHint(false)
      return Response.json({ success: true, url: this.signOutUrl })
    },
    '/identity/request-password-reset': () => Response.json({ status: true }),
    '/identity/reset-password': (body) =>
      body['token'] === 'good'
        ? Response.json({ status: true })
        : refuses({ code: 'expired_link' })(body),
  }
}

export const uidOf = (email: string): string => `uid of ${email}`

export const hasHint = (): boolean => document.cookie.includes('tengrand_session=1')

const setHint = (there: boolean): void => {
  document.cookie = `tengrand_session=1; Path=/; Max-Age=${there ? 1000 : 0}`
}

/** Sends a message as another tab. */
export function postMessageTo(channel: string, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
  new BroadcastChannel(channel).postMessage(message)
}

/** Records the addresses that the page navigates to, and prevents the navigation, which would end the test. */
export function watchDepartures(): string[] {
  const departures: string[] = []
  const { location } = window
  const parts = ['href', 'origin', 'pathname', 'search', 'hash'] as const
  const getters = parts.map((part) => [part, { get: () => location[part] }])
  const stayed = Object.defineProperties(
    { assign: (url: string) => departures.push(url) },
    Object.fromEntries(getters),
  )
  vi.stubGlobal('location', stayed)
  return departures
}

/** Restores the page from the browser's back/forward cache. */
export const comeBack = (): void =>
  void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

let channels: BroadcastChannel[] = []

/** A browser on its first visit, with tabs that end with the test. */
export function openBrowser(): Provider {
  const provider = new Provider()
  vi.stubGlobal('fetch', provider.fetch)
  const Channel = globalThis.BroadcastChannel
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name)
        channels.push(this)
      }
    },
  )
  return provider
}

export function closeBrowser(): void {
  for (const channel of channels) channel.close()
  channels = []
  setHint(false)
}
