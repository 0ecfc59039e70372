// The identity provider of this server: one identity for the app, whichever provider the server names.
import type { Answer } from '@tengrand/contract/call.ts'
import type { configCall } from '@tengrand/contract/config.ts'

import { loadItem } from '../browser/storage.ts'
import { warnOnce } from '../browser/log.ts'
import { openCookieSession, type CookieSession } from './cookie-session.ts'
import type { FirebaseSettings } from './firebase.ts'
import { IdentityError, type Identity, type IdentityState } from './identity.ts'
import { withRetry } from './with-retry.ts'

export interface OpenIdentity extends CookieSession {
  /** Null until the server has said it. Where it does not, every sign-in method is offered. */
  readonly getProvider: () => Provider | null
  /** Where prices come from, which the server says with it; null until then, and where it says nothing. */
  readonly getMarket: () => MarketSource | null
  /** Somebody is about to sign in: what that takes can be fetched now. */
  readonly warmUp: () => void
}

type Config = Answer<typeof configCall>

export type Provider = Config['identity']

export interface MarketSource {
  readonly market: NonNullable<Config['market']>
  readonly hours: Config['marketHours']
}

export const everyMethod = {
  kind: 'embedded',
  google: true,
  signUp: 'open',
  allowedDomains: [],
} as const satisfies Provider

/** Without a sign of an earlier visit nobody is signed in, and that is known before the server has said anything. */
export function openIdentity(): OpenIdentity {
  const session = openCookieSession()
  const current = followAdapter(session, loadItem('localStorage', 'tengrand-firebase') === '1')
  const { chosen, choose } = chooseAdapter(current)
  const withAdapter = async (
    work: (adapter: Identity, provider: Provider) => Promise<void>,
  ): Promise<void> => {
    // A window may be opened only at once after a click, so nothing is waited for where that can be.
    const { adapter, provider } = chosen() ?? (await choose())
    if (provider.kind === 'oidc') throw new IdentityError('signed_in_elsewhere')
    await work(adapter, provider)
  }
  return {
    getState: current.getState,
    subscribe: current.subscribe,
    getProvider: current.getProvider,
    getMarket: current.getMarket,
    warmUp: () => void choose().catch(() => {}),
    signIn: (email, password) => withAdapter(({ signIn }) => signIn(email, password)),
    signUp: (email, password) => withAdapter(({ signUp }) => signUp(email, password)),
    signInWithGoogle: (ask) =>
      withAdapter(async (adapter, provider) => {
        if (provider.kind === 'embedded' && !provider.google) {
          throw new IdentityError('google_not_set_up')
        }
        await adapter.signInWithGoogle(ask)
      }),
    signInAtIssuer: session.signInAtIssuer,
    sendPasswordReset: (email) => withAdapter((adapter) => adapter.sendPasswordReset(email)),
    confirmPasswordReset: (token, password) =>
      withAdapter((adapter) => adapter.confirmPasswordReset(token, password)),
    getToken: (options) => current.adapter().getToken(options),
    sendConfirmation: async () => current.adapter().sendConfirmation?.(),
    signOut: (why) => current.adapter().signOut(why),
  }
}

interface Chosen {
  readonly adapter: Identity
  readonly provider: Provider
}

/** A provider can be slow to arrive; it still counts then, but the page does not wait any longer. */
const secondsMax = 8

/** Asks at once who signs people in; what that takes is fetched when somebody needs it. */
function chooseAdapter(current: ReturnType<typeof followAdapter>) {
  let chosen: Chosen | undefined
  const askProvider = onceGood(async () => {
    const { identity: provider, market, marketHours: hours } = await withRetry(fetchServerConfig)
    current.setProvider(provider, market === undefined ? null : { market, hours })
    return provider
  })
  const choose = onceGood(async () => {
    const provider = await askProvider()
    if (provider.kind === 'firebase') current.adopt(await loadFirebase(provider))
    chosen = { adapter: current.adapter(), provider }
    return chosen
  })
  const begin = async (): Promise<void> => {
    const { kind } = await askProvider()
    if (kind !== 'firebase' || current.isWaiting()) await choose()
  }
  const tooLong = setTimeout(current.stopWaiting, secondsMax * 1000)
  void begin()
    .catch((error) => warnOnce('It is not known who signs people in', error))
    .finally(() => {
      clearTimeout(tooLong)
      current.stopWaiting()
    })
  return { chosen: () => chosen, choose }
}

/** The state of whichever adapter is in use; while another one is awaited, nobody knows. */
function followAdapter(first: Identity, awaitsAnother: boolean) {
  const listeners = new Set<() => void>()
  let adapter = first
  let waiting = awaitsAnother
  let provider: Provider | null = null
  let market: MarketSource | null = null
  let state: IdentityState = waiting ? { kind: 'loading' } : adapter.getState()

  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const update = (): void => {
    const next = adapter.getState()
    if (next === state || (waiting && next.kind !== 'signed-in')) return
    // A provider that arrives while somebody fills in the form must not take the form away.
    if (next.kind === 'loading' && state.kind !== 'loading') return
    state = next
    tell()
  }
  const setProvider = (next: Provider, source: MarketSource | null): void => {
    provider = next
    market = source
    tell()
  }
  let unsubscribe = adapter.subscribe(update)

  return {
    getState: () => state,
    subscribe: (onChange: () => void) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    getProvider: () => provider,
    getMarket: () => market,
    setProvider,
    adapter: () => adapter,
    adopt: (next: Identity) => {
      unsubscribe()
      adapter = next
      unsubscribe = adapter.subscribe(update)
      update()
    },
    isWaiting: () => waiting,
    stopWaiting: () => {
      waiting = false
      update()
      if (provider === null) setProvider(everyMethod, null)
    },
  }
}

const answerSecondsMax = 10

async function fetchServerConfig(): Promise<Config> {
  try {
    const { fetchConfig } = await import('../api/config.ts')
    return await fetchConfig(AbortSignal.timeout(answerSecondsMax * 1000))
  } catch (cause) {
    // Asking again does not help where the answer is of another version than this page.
    const isAnswer = Object(cause).code === 'misunderstood'
    throw new IdentityError(isAnswer ? 'unknown' : 'network', { cause })
  }
}

async function loadFirebase(settings: FirebaseSettings): Promise<Identity> {
  try {
    const { createFirebaseIdentity } = await import('./firebase.ts')
    return createFirebaseIdentity(settings)
  } catch (cause) {
    throw new IdentityError('network', { cause })
  }
}

/** One answer for everybody who asks, but a failure is forgotten. */
function onceGood<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= work().catch((error: unknown) => {
      answer = undefined
      throw error
    })
    return answer
  }
}
