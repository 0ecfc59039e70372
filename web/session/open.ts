// Creates the identity object of the app, which passes each call to the adapter of the configured provider.
import type { Refused } from '../api/token-source.ts'
import { loadItem } from '../browser/storage.ts'
import { warnOnce } from '../browser/log.ts'
import { openCookieSession, type CookieSession } from './cookie-session.ts'
import { IdentityError } from './identity-error.ts'
import { withRetry, type Adapter, type IdentityState, type UserSlot } from './identity.ts'
import {
  assumedProvider,
  createSessionStore,
  type Config,
  type Provider,
  type SessionStore,
} from './session-store.ts'

export interface OpenIdentity
  extends
    Adapter,
    Pick<SessionStore, 'getState' | 'subscribe' | 'getProvider' | 'getMarket'>,
    Pick<CookieSession, 'signInAtIssuer' | 'adopt'> {
  /** Loads the code of the provider before a sign-in. */
  readonly warmUp: () => void
}

/** Without a hint of an earlier session the state is 'signed-out' at once, before the configuration is loaded. */
export function openIdentity(): OpenIdentity {
  const store = createSessionStore()
  const adapters = createAdapterSwitch(store)
  const { chosen, choose } = chooseAdapter(store, adapters)
  /** Calls a method of the adapter of the server's provider. */
  const through =
    <Args extends unknown[]>(
      methodOf: (adapter: Adapter, provider: Provider) => (...args: Args) => Promise<void>,
    ) =>
    async (...args: Args): Promise<void> => {
      // No await where the provider is known: browsers block a window that is not opened directly by the click.
      const provider = chosen() ?? (await choose())
      if (provider.kind === 'oidc') throw new IdentityError('signed_in_elsewhere')
      await methodOf(adapters.current(), provider)(...args)
    }
  return {
    ...store,
    warmUp: () => void choose().catch(() => {}),
    signIn: through((adapter) => adapter.signIn),
    signUp: through((adapter) => adapter.signUp),
    signInWithGoogle: through((adapter, provider) => {
      if (provider.kind === 'embedded' && !provider.google) {
        throw new IdentityError('google_not_set_up')
      }
      return adapter.signInWithGoogle
    }),
    signInAtIssuer: adapters.cookieSession.signInAtIssuer,
    adopt: adapters.cookieSession.adopt,
    sendPasswordReset: through((adapter) => adapter.sendPasswordReset),
    confirmPasswordReset: through((adapter) => adapter.confirmPasswordReset),
    getToken: (options) => adapters.current().getToken(options),
    sendConfirmation: async () => adapters.current().sendConfirmation?.(),
    signOut: adapters.signOut,
  }
}

/** The time after which the page does not wait for the provider any more; a late one is still used. */
const secondsMax = 8

/** Loads the configuration at once, and the code of the provider when it is needed. */
function chooseAdapter(store: SessionStore, adapters: ReturnType<typeof createAdapterSwitch>) {
  let chosen: Provider | undefined
  const loadProvider = memoizeSuccess(async () => {
    const { identity, market, marketHours: hours, guests } = await withRetry(fetchServerConfig)
    const provider = { ...identity, guests }
    store.setServer(provider, market === undefined ? null : { market, hours })
    return provider
  })
  const choose = memoizeSuccess(async () => {
    const provider = await loadProvider()
    if (provider.kind === 'firebase') {
      await orIdentityError(async () => {
        const firebase = await import('./firebase.ts')
        adapters.adopt((user) => firebase.createFirebaseIdentity(provider, user))
      })
    }
    chosen = provider
    return provider
  })
  const begin = async (): Promise<void> => {
    const { kind } = await loadProvider()
    if (kind !== 'firebase' || adapters.isWaiting()) await choose()
  }
  const stopWaiting = (): void => {
    adapters.stopWaiting()
    if (store.getProvider() === null) store.setServer(assumedProvider, null)
  }
  const tooLong = setTimeout(stopWaiting, secondsMax * 1000)
  void begin()
    .catch((error) => warnOnce('The identity provider could not be loaded', error))
    .finally(() => {
      clearTimeout(tooLong)
      stopWaiting()
    })
  return { chosen: () => chosen, choose }
}

interface Slot extends UserSlot {
  last?: IdentityState
}

/**
 * Passes the last state of the current adapter to the store, but not the cookie session's 'signed-out' while Firebase
 * is loading.
 */
function createAdapterSwitch({ getState, setState }: SessionStore) {
  let waiting = loadItem('localStorage', 'tengrand-firebase') === '1'
  let shown: Slot | undefined
  const show = (): void => {
    const next = shown?.last
    if (!next || (waiting && next.kind !== 'signed-in' && getState().kind === 'loading')) return
    setState(next)
  }
  /** An adapter that fails to open does not replace the one in use. */
  const open = <A extends Adapter>(openAdapter: (user: UserSlot) => A): A => {
    const slot: Slot = {
      get: getState,
      set: (next) => {
        slot.last = next
        if (slot === shown) show()
      },
    }
    const opened = openAdapter(slot)
    shown = slot
    show()
    return opened
  }
  const cookieSession = open(openCookieSession)
  let adapter: Adapter = cookieSession

  return {
    cookieSession,
    current: () => adapter,
    adopt: (openAdapter: (user: UserSlot) => Adapter) => {
      adapter = open(openAdapter)
    },
    signOut: (reason?: Refused | 'left') => {
      if (reason) shown?.set({ kind: 'signed-out', ended: reason })
      return adapter.signOut(reason)
    },
    isWaiting: () => waiting,
    stopWaiting: () => {
      waiting = false
      show()
    },
  }
}

const answerSecondsMax = 10

const fetchServerConfig = (): Promise<Config> =>
  orIdentityError(async () => {
    const config = await import('../api/config.ts')
    return config.fetchConfig(AbortSignal.timeout(answerSecondsMax * 1000))
  })

async function orIdentityError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    // 'misunderstood' means that page and server have different versions; a retry would not help.
    const isAnswer = Object(cause).code === 'misunderstood'
    throw new IdentityError(isAnswer ? 'unknown' : 'network', { cause })
  }
}

/** Caches the first success; a failure is not cached. */
function memoizeSuccess<T>(work: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  return () => {
    cached ??= work().catch((error: unknown) => {
      cached = undefined
      throw error
    })
    return cached
  }
}
