// Who may come in: anybody, only people who are known already, or only those with an e-mail of certain domains.
import { domainOf, parseEmail } from '@tengrand/core/email.ts'

export interface Admission {
  readonly signUp: 'open' | 'closed'
  /** Empty: any will do. */
  readonly allowedDomains: readonly string[]
}

/** Why somebody gets no account. */
export type Unwelcome = 'sign_up_closed' | 'domain_not_allowed'

/** A domain does not stand for those below it. */
export function isAllowed({ allowedDomains }: Admission, email: string | null): boolean {
  const parsed = email === null ? null : parseEmail(email)
  return (
    allowedDomains.length === 0 || (parsed !== null && allowedDomains.includes(domainOf(parsed)))
  )
}

/** Null where a newcomer with this e-mail is welcome. */
export function whyUnwelcome(admission: Admission, email: string | null): Unwelcome | null {
  if (admission.signUp === 'closed') return 'sign_up_closed'
  return isAllowed(admission, email) ? null : 'domain_not_allowed'
}

/** The e-mail that an issuer vouches for, with a plain true and nothing that only looks like it. */
export const vouchedEmail = (claims: Readonly<Record<string, unknown>>): string | null =>
  claims['email_verified'] === true && typeof claims['email'] === 'string'
    ? parseEmail(claims['email'])
    : null
