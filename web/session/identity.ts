// The identity provider as the web app sees it: one interface, an adapter per provider.
import type { peopleSentences } from '@tengrand/contract/identity-sentences.ts'

export type IdentityState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'signed-out'
      /** The session ended without anybody asking for it. */
      readonly lost?: boolean
    }
  | { readonly kind: 'signed-in'; readonly uid: string; readonly email: string | null }

export interface Identity {
  readonly getState: () => IdentityState
  /** Called after every change; returns the unsubscribe function. */
  readonly subscribe: (onChange: () => void) => () => void
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
  readonly signOut: (why?: 'asked' | 'refused') => Promise<void>
}

/** Asks Google in a window. A report after the window seemed closed is told to `onLate`. */
export type AskGoogle = (
  start: (nonce: string) => Promise<string>,
  onLate: () => void,
) => Promise<void>

/** A refusal of the server's under its own name, or what the server never says; sentences.ts has the words. */
export type IdentityErrorCode =
  | keyof typeof peopleSentences
  | 'too_many_requests'
  | 'unavailable'
  | 'popup_blocked'
  | 'popup_closed'
  | 'signed_in_elsewhere'
  | 'network'
  | 'unknown'

/** As it came from outside, where a code may be anything. */
interface Told {
  readonly code: string
  readonly detail?: string | undefined
}

/** What went wrong as a stable code, and with it the server's own sentence where it had one. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: string
  readonly detail: string | undefined

  constructor(what: IdentityErrorCode | Told, options?: ErrorOptions) {
    const { code, detail }: Told = typeof what === 'string' ? { code: what } : what
    super(code, options)
    this.code = code
    this.detail = detail
  }
}
