// Who may come in: anybody, only people who are known already, or only those with an email of certain domains; and whether
// an email has to be confirmed before its owner is ranked.
import { domainOf, parseEmail } from '@tengrand/core/email.ts'

import { domainName, listOf, oneOf, type Reader } from '../env.ts'

export interface Admission {
  readonly signUp: 'open' | 'closed'
  /** Empty: any will do. */
  readonly allowedDomains: readonly string[]
  /** Whether only people whose email is known to be their own are ranked. */
  readonly verifyEmail: boolean
}

export const readAdmission = (read: Reader): Admission => ({
  signUp: read('IDENTITY_SIGN_UP', 'open', oneOf(['open', 'closed']), 'open or closed'),
  allowedDomains: read(
    'IDENTITY_ALLOWED_DOMAINS',
    [],
    listOf(domainName),
    'a list of domains such as school.example',
  ),
  verifyEmail:
    read('IDENTITY_VERIFY_EMAIL', 'false', oneOf(['true', 'false']), 'true or false') === 'true',
})

/** Why somebody gets no account. */
export type AdmissionRefusal = 'sign_up_closed' | 'domain_not_allowed'

/** A domain does not stand for those below it. */
export function isAllowed({ allowedDomains }: Admission, email: string | null): boolean {
  const parsed = email === null ? null : parseEmail(email)
  return (
    allowedDomains.length === 0 || (parsed !== null && allowedDomains.includes(domainOf(parsed)))
  )
}

/** Null where a newcomer with this email is welcome. */
export function whyUnwelcome(admission: Admission, email: string | null): AdmissionRefusal | null {
  if (admission.signUp === 'closed') return 'sign_up_closed'
  return isAllowed(admission, email) ? null : 'domain_not_allowed'
}

/** The email that an issuer vouches for, with a plain true and nothing that only looks like it. */
export const vouchedEmail = (claims: Readonly<Record<string, unknown>>): string | null =>
  claims['email_verified'] === true && typeof claims['email'] === 'string'
    ? parseEmail(claims['email'])
    : null

/** What an issuer says about the email of a person, and when it said so. */
export interface EmailClaim {
  readonly isVerified: boolean
  readonly at: number
}

/** Null where nothing is said: many issuers leave the claim out of tokens for an API. */
export function emailClaimOf(claims: Readonly<Record<string, unknown>>): EmailClaim | null {
  const { email, email_verified: said, iat } = claims
  if (typeof said !== 'boolean' || typeof iat !== 'number') return null
  return { isVerified: said && typeof email === 'string' && email !== '', at: iat * 1000 }
}
