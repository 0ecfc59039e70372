// The interface of an identity provider, which each adapter implements, and the retry that adapters share.
import type { Refused } from '../api/token-source.ts'
import { IdentityError } from './identity-error.ts'

export type IdentityState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'signed-out'
      /** As an adapter writes it: the session ended without anybody asking for it. */
      readonly lost?: boolean
      /** As the session store has it: how the last session ended; undefined where there was none. */
      readonly ended?: 'left' | Refused | undefined
    }
  | { readonly kind: 'signed-in'; readonly uid: string; readonly email: string | null }

/** Where an adapter writes who is signed in, as soon as it knows. */
export interface UserSlot {
  readonly get: () => IdentityState
  readonly set: (next: IdentityState) => void
}

export interface Adapter {
  /** These reject with an IdentityError and nothing else. */
  readonly signIn: (email: string, password: string) => Promise<void>
  readonly signUp: (email: string, password: string) => Promise<void>
  /** Must be called inside a click, because it opens a window; only the page with the button has the code for that. */
  readonly signInWithGoogle: (ask: AskGoogle) => Promise<void>
  readonly sendPasswordReset: (email: string) => Promise<void>
  readonly confirmPasswordReset: (token: string, password: string) => Promise<void>
  /** The message that confirms the email, once more, where the provider's own code has to ask for it. */
  readonly sendConfirmation?: () => Promise<void>
  /** Never rejects: without a token it logs why and yields nothing. */
  readonly getToken: (options: { readonly forceRefresh: boolean }) => Promise<string | undefined>
  /**
   * Never rejects: every tab is signed out at once. Where the server does not hear of it, the session lives on there;
   * the adapter then tells it again, a few times now and at the next visit. Whoever asked for it may be led to another
   * issuer, to sign out there too; whoever was refused is not.
   */
  readonly signOut: (refused?: Refused) => Promise<void>
}

export interface Identity extends Adapter {
  readonly getState: () => IdentityState
  /** Called after every change; returns the unsubscribe function. */
  readonly subscribe: (onChange: () => void) => () => void
}

/** Asks Google in a window. A report after the window seemed closed is told to `onLate`. */
export type AskGoogle = (
  start: (nonce: string) => Promise<string>,
  onLate: () => void,
) => Promise<void>

const delaysMs = [500, 1500, 3000]
const passing = new Set(['network', 'unavailable', 'too_many_requests'])

/** Asks again where a failure may pass, a few times and then no more. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof IdentityError && passing.has(error.code))) throw error
      await new Promise((done) => setTimeout(done, delayMs))
    }
  }
  return work()
}
