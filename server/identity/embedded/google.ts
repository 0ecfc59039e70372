// Signing in with Google: whom it vouches for, and which account here is theirs.
import { domainOf } from '@tengrand/core/email.ts'
import type { IDToken } from 'openid-client'

import { isAllowed, vouchedEmail, whyUnwelcome } from '../admission.ts'
import { lockSessionsOf } from '../session-store.ts'
import type { Unentered } from '../relying-party.ts'
import { enter, type Arrival, type ProviderDeps, type SignedIn } from './sign-in.ts'
import { addGooglePerson, lockWithGoogle, type GooglePerson } from './store.ts'

export async function enterWithGoogle(
  deps: ProviderDeps,
  claims: IDToken,
  arrival: Arrival,
): Promise<SignedIn | Unentered> {
  const email = vouchedEmail(claims)
  if (email === null) return { error: 'email_unverified' }
  if (!isAllowed(deps.admission, email)) return { error: 'domain_not_allowed' }
  const person = { subject: claims.sub, email, isAuthority: isAuthorityFor(email, claims) }
  // Of two that come for the first time at the same moment, one finds the other there the second time.
  return (
    (await enterOnce(deps, person, arrival)) ??
    (await enterOnce(deps, person, arrival)) ?? { error: 'sign_in_failed' }
  )
}

async function enterOnce(
  deps: ProviderDeps,
  google: GooglePerson,
  arrival: Arrival,
): Promise<SignedIn | Unentered | null> {
  const { db, now, admission } = deps
  return db.transaction(async (tx) => {
    const known = await lockWithGoogle(tx, google)
    if (known === 'email taken') return { error: 'account_exists' }
    const error = known === null ? whyUnwelcome(admission, google.email) : null
    if (error !== null) return { error }
    if (known !== null) await lockSessionsOf(tx, known.id)
    // Before somebody is added who would be locked from the first moment on.
    if (await deps.isLockedOut(tx, known ?? { id: '', email: google.email })) {
      return { error: 'account_locked' }
    }
    const person = known ?? (await addGooglePerson(tx, { ...google, at: new Date(now()) }))
    if (person === null) return null
    await deps.confirmAccount(tx, person)
    return enter(deps, tx, person, arrival)
  })
}

/** For other domains Google knows only that the person could once read messages to this address. */
const isAuthorityFor = (email: string, { hd }: IDToken): boolean =>
  domainOf(email) === 'gmail.com' || (typeof hd === 'string' && hd !== '')
