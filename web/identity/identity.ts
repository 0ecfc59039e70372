// Whoever signs people in, as the web app sees them: one interface, an adapter per provider.

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
  /** Told after every change; returns the way to stop. */
  readonly subscribe: (onChange: () => void) => () => void
  /** These reject with an IdentityError and nothing else. */
  readonly signIn: (email: string, password: string) => Promise<void>
  readonly signUp: (email: string, password: string) => Promise<void>
  /** Must be called inside a click, because it opens a window. */
  readonly signInWithGoogle: () => Promise<void>
  readonly sendPasswordReset: (email: string) => Promise<void>
  readonly confirmPasswordReset: (token: string, password: string) => Promise<void>
  /** Never rejects: without a token it logs why and yields nothing. */
  readonly getToken: (options: { readonly forceRefresh: boolean }) => Promise<string | undefined>
  /**
   * Never rejects: every tab is signed out at once. Where the server does not hear of it, the session lives on there;
   * the adapter then tells it again, a few times now and at the next visit.
   */
  readonly signOut: () => Promise<void>
}

export type IdentityErrorCode =
  | 'invalid-credentials'
  | 'email-in-use'
  | 'weak-password'
  | 'invalid-email'
  | 'too-many-attempts'
  | 'popup-blocked'
  | 'popup-closed'
  | 'account-exists'
  | 'email-unverified'
  | 'google-not-set-up'
  | 'foreign-origin'
  | 'expired-link'
  | 'no-sign-in'
  | 'network'
  | 'unavailable'
  | 'unknown'

const sentences: Readonly<Record<IdentityErrorCode, string>> = {
  'invalid-credentials': 'The e-mail or the password is not right.',
  'email-in-use': 'There is already an account with this e-mail. Try to sign in instead.',
  'weak-password': 'Please choose a password of 8 to 128 characters.',
  'invalid-email': 'Please enter a valid e-mail address.',
  'too-many-attempts': 'There were too many attempts. Please wait a few minutes and try again.',
  'popup-blocked': 'Your browser blocked the window. Please allow pop-ups for this page.',
  'popup-closed': 'The window was closed before you were signed in.',
  'account-exists':
    'There is already an account with this e-mail. Please sign in with your password.',
  'email-unverified': 'Google does not vouch for the e-mail of this account.',
  'google-not-set-up': 'Google sign-in is not set up on this server.',
  'foreign-origin': 'This server was set up for another address (PUBLIC_URL).',
  'expired-link': 'This link has expired or was already used. Please ask for a new one.',
  'no-sign-in': 'This server signs people in elsewhere.',
  network: 'The server cannot be reached. Please check your connection and try again.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  unknown: 'Something went wrong. Please try again.',
}

/** Names come from outside, and `constructor` is in every object. */
export const isIdentityErrorCode = (name: string): name is IdentityErrorCode =>
  Object.hasOwn(sentences, name)

/** What went wrong as a stable code; the message is our own sentence for it. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, options?: ErrorOptions) {
    super(sentences[code], options)
    this.code = code
  }
}
