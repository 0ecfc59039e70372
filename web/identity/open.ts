// Whoever signs people in on this server: one identity for the app, whichever provider the server names.
import type { api } from '@tengrand/contract/api.ts'
import type { Answer } from '@tengrand/contract/call.ts'

import { warnOnce } from '../log.ts'
import { createEmbeddedIdentity } from './embedded.ts'
import type { FirebaseSettings } from './firebase.ts'
import { IdentityError, type Identity, type IdentityState } from './identity.ts'
import { patiently } from './patiently.ts'

export interface OpenIdentity extends Identity {
  /** Somebody is about to sign in: what that takes can be fetched now. */
  readonly warmUp: () => void
}

/** A provider can be slow to arrive; it still counts then, but the page does not wait any longer. */
const hintSecondsMax = 8

/** Without a sign of an earlier visit nobody is signed in, and that is known before the server has said anything. */
export function openIdentity(): OpenIdentity {
  const current = followAdapter(createEmbeddedIdentity(), hasFirebaseHint())
  let chosen: Chosen | undefined
  const askProvider = onceGood(() => patiently(fetchProvider))
  const choose = onceGood(async (): Promise<Chosen> => {
    const provider = await askProvider()
    if (provider.kind === 'oidc') throw new IdentityError('no-sign-in')
    if (provider.kind === 'firebase') current.adopt(await loadFirebase(provider))
    chosen = { adapter: current.adapter(), google: provider.kind === 'firebase' || provider.google }
    return chosen
  })
  const begin = async (): Promise<void> => {
    const { kind } = await askProvider()
    if (kind === 'embedded' || current.isWaiting()) await choose()
  }
  const tooLong = setTimeout(current.stopWaiting, hintSecondsMax * 1000)
  void begin()
    .catch((error) => warnOnce('It is not known who signs people in', error))
    .finally(() => {
      clearTimeout(tooLong)
      current.stopWaiting()
    })

  const withAdapter = async (work: (adapter: Identity) => Promise<void>): Promise<void> =>
    work((chosen ?? (await choose())).adapter)
  return {
    getState: current.getState,
    subscribe: current.subscribe,
    warmUp: () => void choose().catch(() => {}),
    signIn: (email, password) => withAdapter(({ signIn }) => signIn(email, password)),
    signUp: (email, password) => withAdapter(({ signUp }) => signUp(email, password)),
    signInWithGoogle: async () => {
      // A window may be opened only at once after a click, so nothing is waited for where that can be.
      const { adapter, google } = chosen ?? (await choose())
      if (!google) throw new IdentityError('google-not-set-up')
      await adapter.signInWithGoogle()
    },
    sendPasswordReset: (email) => withAdapter((adapter) => adapter.sendPasswordReset(email)),
    confirmPasswordReset: (token, password) =>
      withAdapter((adapter) => adapter.confirmPasswordReset(token, password)),
    getToken: (options) => current.adapter().getToken(options),
    signOut: () => current.adapter().signOut(),
  }
}

type Provider = Answer<typeof api.config>['identity']

interface Chosen {
  readonly adapter: Identity
  readonly google: boolean
}

/** The state of whichever adapter is in use; while another one is awaited, nobody knows. */
function followAdapter(first: Identity, awaitsAnother: boolean) {
  const listeners = new Set<() => void>()
  let adapter = first
  let waiting = awaitsAnother
  let state: IdentityState = waiting ? { kind: 'loading' } : adapter.getState()

  const update = (): void => {
    const next = adapter.getState()
    if (next === state || (waiting && next.kind !== 'signed-in')) return
    // A provider that arrives while somebody fills in the form must not take the form away.
    if (next.kind === 'loading' && state.kind !== 'loading') return
    state = next
    for (const listener of listeners) listener()
  }
  let unsubscribe = adapter.subscribe(update)

  return {
    getState: () => state,
    subscribe: (onChange: () => void) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
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
    },
  }
}

const answerSecondsMax = 10

async function fetchProvider(): Promise<Provider> {
  try {
    const signal = AbortSignal.timeout(answerSecondsMax * 1000)
    const response = await fetch('/config.json', { signal })
    if (!response.ok) throw new Error(`The server answered ${response.status}`)
    const { identity }: Answer<typeof api.config> = await response.json()
    return identity
  } catch (cause) {
    throw new IdentityError('network', { cause })
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

/** Kept by the adapter for Firebase, so that its code is fetched at once only where somebody was signed in. */
function hasFirebaseHint(): boolean {
  try {
    return localStorage.getItem('tengrand-firebase') === '1'
  } catch {
    return false
  }
}
