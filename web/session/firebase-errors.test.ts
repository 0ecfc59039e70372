import { beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'

import {
  endsSession,
  hidesAccount,
  identityErrorOf,
  type FirebaseAction,
} from './firebase-errors.ts'
import type { IdentityErrorCode } from './identity-error.ts'
import { explain } from './identity-error.ts'

let warn: MockInstance<typeof console.warn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue()
})

const failed = (code: string, customData?: unknown): Error =>
  Object.assign(new Error('Firebase: Error'), { code: `auth/${code}`, customData })

const meaningOf = (action: FirebaseAction, code: string): string =>
  identityErrorOf(action, failed(code)).code

describe('what Firebase says and what the product makes of it', () => {
  test.each<[FirebaseAction, string, IdentityErrorCode]>([
    ['sign-in', 'invalid-credential', 'invalid_credentials'],
    ['sign-in', 'wrong-password', 'invalid_credentials'],
    ['sign-in', 'user-not-found', 'invalid_credentials'],
    ['sign-in', 'user-disabled', 'invalid_credentials'],
    ['sign-in', 'missing-password', 'invalid_credentials'],
    ['sign-in', 'invalid-email', 'invalid_email'],
    ['sign-in', 'too-many-requests', 'too_many_requests'],
    ['sign-in', 'network-request-failed', 'network'],
    ['sign-in', 'operation-not-allowed', 'unavailable'],
    ['sign-up', 'email-already-in-use', 'email_in_use'],
    ['sign-up', 'weak-password', 'weak_password'],
    ['sign-up', 'missing-password', 'weak_password'],
    ['sign-up', 'password-does-not-meet-requirements', 'weak_password'],
    ['sign-up', 'invalid-email', 'invalid_email'],
    ['sign-up', 'admin-restricted-operation', 'sign_up_closed'],
    ['google', 'popup-blocked', 'popup_blocked'],
    ['google', 'popup-closed-by-user', 'popup_closed'],
    ['google', 'cancelled-popup-request', 'popup_closed'],
    ['google', 'user-cancelled', 'sign_in_cancelled'],
    ['google', 'account-exists-with-different-credential', 'account_exists'],
    ['google', 'email-already-in-use', 'account_exists'],
    ['google', 'operation-not-allowed', 'google_not_set_up'],
    ['google', 'unauthorized-domain', 'google_not_set_up'],
    ['google', 'network-request-failed', 'network'],
    ['google', 'internal-error', 'unknown'],
    ['send-reset', 'invalid-email', 'invalid_email'],
    ['send-reset', 'too-many-requests', 'too_many_requests'],
    ['confirm-reset', 'expired-action-code', 'expired_link'],
    ['confirm-reset', 'invalid-action-code', 'expired_link'],
    ['confirm-reset', 'user-not-found', 'expired_link'],
    ['confirm-reset', 'user-disabled', 'expired_link'],
    ['confirm-reset', 'weak-password', 'weak_password'],
    ['sign-in', 'internal-error', 'unknown'],
    ['sign-in', 'constructor', 'unknown'],
    ['sign-in', '__proto__', 'unknown'],
  ])('%s: %s is %s', (action, code, meaning) => {
    expect(meaningOf(action, code)).toBe(meaning)
  })

  test('a sign-in that fails says the same whether or not there is such an account', () => {
    const sentences = [
      'invalid-credential',
      'wrong-password',
      'user-not-found',
      'user-disabled',
    ].map((code) => explain(identityErrorOf('sign-in', failed(code))).words)
    expect(new Set(sentences)).toEqual(new Set(['Wrong email or password.']))
  })

  test('a script of Google that the browser could not load is a matter of the network', () => {
    const error = failed('internal-error', new Event('error'))
    expect(identityErrorOf('google', error).code).toBe('network')
    expect(identityErrorOf('sign-in', error).code).toBe('unknown')
  })

  test('an error that is not from Firebase is unknown', () => {
    expect(identityErrorOf('sign-up', new TypeError('x is not a function')).code).toBe('unknown')
    expect(identityErrorOf('sign-up', 'text').code).toBe('unknown')
  })

  test('what is unknown is said to the console by its code, without what the error holds', () => {
    const error = failed('blocking-cloud-function', { _tokenResponse: { idToken: 'secret' } })
    const ours = identityErrorOf('google', error)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'Firebase failed with blocking-cloud-function',
      'google',
    )
    expect(ours.cause).toBeUndefined()
  })
})

test.each([
  ['user-disabled', true],
  ['user-not-found', true],
  ['user-token-expired', true],
  ['invalid-user-token', true],
  ['invalid-refresh-token', true],
  ['network-request-failed', false],
  ['too-many-requests', false],
  ['internal-error', false],
])('a refresh that fails with %s ends the session: %s', (code, ends) => {
  expect(endsSession(failed(code))).toBe(ends)
})

test.each([
  ['user-not-found', true],
  ['user-disabled', true],
  ['invalid-email', false],
  ['network-request-failed', false],
])('a reset mail that fails with %s is kept to ourselves: %s', (code, hidden) => {
  expect(hidesAccount(failed(code))).toBe(hidden)
})
