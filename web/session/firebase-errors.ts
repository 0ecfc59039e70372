// Maps errors of Firebase to an IdentityError; none of them reveals whether an email has an account.
import { warnOnce } from '../browser/log.ts'
import { IdentityError, type IdentityErrorCode } from './identity-error.ts'

export type FirebaseAction = keyof typeof meanings

export function identityErrorOf(action: FirebaseAction, error: unknown): IdentityError {
  const code = firebaseCodeOf(error)
  // Firebase reports a Google script that failed to load as an internal error.
  if (action === 'google' && isFailedScript(error)) return new IdentityError('network')
  const ours = own(meanings[action], code) ?? own(meaningsAnywhere, code) ?? 'unknown'
  // Only the code is logged: the error may hold a token.
  if (ours === 'unknown') warnOnce(`Firebase failed with ${code}`, action)
  return new IdentityError(ours)
}

/** The part of Firebase's code after `auth/`; another error has only its name. */
export function firebaseCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no-error'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return code.replace(/^auth\//, '')
}

/** The account is gone, closed, or was signed out everywhere: a retry cannot succeed. */
export const endsSession = (error: unknown): boolean => sessionEnds.has(firebaseCodeOf(error))

const sessionEnds = new Set([
  'user-disabled',
  'user-not-found',
  'user-token-expired',
  'invalid-user-token',
  'invalid-refresh-token',
])

/** A failed reset mail would reveal that there is no account, so these errors count as success. */
export const hidesAccount = (error: unknown): boolean =>
  ['user-not-found', 'user-disabled'].includes(firebaseCodeOf(error))

type Meanings = Readonly<Record<string, IdentityErrorCode>>

const meaningsAnywhere: Meanings = {
  'invalid-email': 'invalid_email',
  'missing-email': 'invalid_email',
  'email-already-in-use': 'email_in_use',
  'weak-password': 'weak_password',
  'password-does-not-meet-requirements': 'weak_password',
  'too-many-requests': 'too_many_requests',
  'quota-exceeded': 'too_many_requests',
  'network-request-failed': 'network',
  timeout: 'network',
  'operation-not-allowed': 'unavailable',
  'admin-restricted-operation': 'sign_up_closed',
  'configuration-not-found': 'unavailable',
}

const meanings = {
  // A wrong password, an unknown account and a disabled account must have the same error.
  'sign-in': {
    'invalid-credential': 'invalid_credentials',
    'wrong-password': 'invalid_credentials',
    'user-not-found': 'invalid_credentials',
    'user-disabled': 'invalid_credentials',
    'missing-password': 'invalid_credentials',
  },
  'sign-up': { 'missing-password': 'weak_password' },
  google: {
    'popup-blocked': 'popup_blocked',
    'popup-closed-by-user': 'popup_closed',
    'cancelled-popup-request': 'popup_closed',
    'user-cancelled': 'sign_in_cancelled',
    'account-exists-with-different-credential': 'account_exists',
    'credential-already-in-use': 'account_exists',
    'email-already-in-use': 'account_exists',
    'operation-not-allowed': 'google_not_set_up',
    'configuration-not-found': 'google_not_set_up',
    'auth-domain-config-required': 'google_not_set_up',
    'unauthorized-domain': 'google_not_set_up',
    'invalid-oauth-client-id': 'google_not_set_up',
  },
  'send-reset': {},
  'send-confirmation': {},
  'confirm-reset': {
    'expired-action-code': 'expired_link',
    'invalid-action-code': 'expired_link',
    'user-not-found': 'expired_link',
    'user-disabled': 'expired_link',
    'missing-password': 'weak_password',
  },
} as const satisfies Readonly<Record<string, Meanings>>

/** Looks up own keys only: codes come from outside, and `constructor` is an inherited key of every object. */
const own = (table: Meanings, code: string): IdentityErrorCode | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined

const isFailedScript = (error: unknown): boolean =>
  firebaseCodeOf(error) === 'internal-error' &&
  error instanceof Error &&
  'customData' in error &&
  error.customData instanceof Event
