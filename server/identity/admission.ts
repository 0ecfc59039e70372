// Decides who may create an account (everyone, people of certain email domains, or no one), and reads the email claims
// of a token.
import { domainOf, parseEmail } from '@tengrand/core/email.ts'

import { domainName, listOf, oneOf, type Reader } from '../env.ts'
import { shownEmail, signedInAtOf, type SoundClaims } from './claims.ts'

export interface Admission {
  readonly signUp: 'open' | 'closed'
  /** An empty list allows all domains. */
  readonly allowedDomains: readonly string[]
  /** Only people with a verified email are ranked. */
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

export type AdmissionRefusal = 'sign_up_closed' | 'domain_not_allowed'

/** A domain does not include its subdomains. */
export function isAllowed({ allowedDomains }: Admission, email: string | null): boolean {
  const parsed = email === null ? null : parseEmail(email)
  return (
    allowedDomains.length === 0 || (parsed !== null && allowedDomains.includes(domainOf(parsed)))
  )
}

/** Null where a new person with this email may create an account. */
export function whyUnwelcome(admission: Admission, email: string | null): AdmissionRefusal | null {
  if (admission.signUp === 'closed') return 'sign_up_closed'
  return isAllowed(admission, email) ? null : 'domain_not_allowed'
}

/** The email that the issuer has verified; the claim must be true, not the text "true". */
export const vouchedEmail = (claims: Readonly<Record<string, unknown>>): string | null =>
  claims['email_verified'] === true && typeof claims['email'] === 'string'
    ? parseEmail(claims['email'])
    : null

/** The email_verified claim, and when it was issued. */
export interface EmailClaim {
  readonly isVerified: boolean
  readonly at: number
}

/** The person of a token of another issuer. */
export const personIn = (
  claims: SoundClaims,
  issuer: string,
  unwelcome: AdmissionRefusal | null,
) => ({
  issuer,
  subject: claims.sub,
  email: shownEmail(claims),
  signedInAt: signedInAtOf(claims),
  sessionId: null,
  unwelcome,
  emailClaim: emailClaimOf(claims),
})

/** Null without the claim: many issuers omit it in tokens for an API. */
export function emailClaimOf(claims: Readonly<Record<string, unknown>>): EmailClaim | null {
  const { email, email_verified: verified, iat } = claims
  if (typeof verified !== 'boolean' || typeof iat !== 'number') return null
  return { isVerified: verified && typeof email === 'string' && email !== '', at: iat * 1000 }
}
