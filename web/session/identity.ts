// The interface of an identity provider, which each adapter implements, and the retry that adapters share.
import type { Refused } from '../api/token-source.ts'
import { loadItem } from '../browser/storage.ts'
import { IdentityError } from './identity-error.ts'

export type IdentityState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'signed-out'
      /** Written by an adapter: the session ended without a sign-out. */
      readonly lost?: boolean
      /** Written by the session store: how the last session ended; undefined where there was none. */
      readonly ended?: 'left' | Refused | undefined
    }
  | {
      readonly kind: 'signed-in'
      readonly uid: string
      readonly email: string | null
      /** A guest of a lesson, who has no account. */
      readonly isGuest?: boolean | undefined
    }

/** The storage item of the last guest of this browser. */
export const guestItem = 'tengrand-guest'

/** Whether the session is that of a guest. One that has ended is known by the lesson whose address is open. */
export const isGuest = (state: IdentityState, pathname = ''): boolean | undefined =>
  state.kind === 'signed-in'
    ? state.isGuest
    : loadItem('localStorage', guestItem)?.includes(`"${pathname.split('/')[2]}"`)

/** The state that an adapter writes. */
export interface UserSlot {
  readonly get: () => IdentityState
  readonly set: (next: IdentityState) => void
}

export interface Adapter {
  /** The calls from here to `confirmPasswordReset` reject only with an IdentityError. */
  readonly signIn: (email: string, password: string) => Promise<void>
  readonly signUp: (email: string, password: string) => Promise<void>
  /** Must be called inside a click, because it opens a window. The page with the button passes `askGoogle`. */
  readonly signInWithGoogle: (askGoogle: AskGoogle) => Promise<void>
  readonly sendPasswordReset: (email: string) => Promise<void>
  readonly confirmPasswordReset: (token: string, password: string) => Promise<void>
  /** Sends the confirmation email again, where the provider's own code does that. */
  readonly sendConfirmation?: () => Promise<void>
  /** Never rejects: without a token it logs the reason and resolves to undefined. */
  readonly getToken: (options: { readonly forceRefresh: boolean }) => Promise<string | undefined>
  /**
   * Never rejects: every tab is signed out at once. A failed request to the server is retried now and at the next visit.
   * Without a reason, it may redirect to another issuer to sign out there too: a guest, who has no session there, has left.
   */
  readonly signOut: (reason?: Refused | 'left') => Promise<void>
}

/** Signs in with Google in a window. `onLate` is called for a report after the window seemed closed. */
export type AskGoogle = (
  start: (nonce: string) => Promise<string>,
  onLate: () => void,
) => Promise<void>

const delaysMs = [500, 1500, 3000]
const temporary = new Set(['network', 'unavailable', 'too_many_requests'])

/** Retries temporary failures a few times. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof IdentityError && temporary.has(error.code))) throw error
      await new Promise((done) => setTimeout(done, delayMs))
    }
  }
  return work()
}
