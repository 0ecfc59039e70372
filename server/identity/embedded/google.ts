// Sign-in with Google: finds, links or creates the account of a person with a verified email.
import { domainOf } from '@tengrand/core/email.ts'
import type { IDToken } from 'openid-client'

import { isAllowed, vouchedEmail, whyUnwelcome } from '../admission.ts'
import { lockSessionsOf } from '../session-store.ts'
import type { CallbackFailure } from '../relying-party.ts'
import { enter, type ClientInfo, type ProviderDeps, type SignedIn } from './sign-in.ts'
import { addGooglePerson, lockWithGoogle, type GooglePerson } from './store.ts'

export async function enterWithGoogle(
  deps: ProviderDeps,
  claims: IDToken,
  from: ClientInfo,
): Promise<SignedIn | CallbackFailure> {
  const email = vouchedEmail(claims)
  if (email === null) return { error: 'email_unverified' }
  if (!isAllowed(deps.admission, email)) return { error: 'domain_not_allowed' }
  const person = { subject: claims.sub, email, isAuthority: isAuthorityFor(email, claims) }
  // The second try finds the person that a simultaneous first sign-in has added.
  return (
    (await tryToEnter(deps, person, from)) ??
    (await tryToEnter(deps, person, from)) ?? { error: 'sign_in_failed' }
  )
}

async function tryToEnter(
  deps: ProviderDeps,
  google: GooglePerson,
  from: ClientInfo,
): Promise<SignedIn | CallbackFailure | null> {
  const { db, now, admission } = deps
  return db.transaction(async (tx) => {
    const known = await lockWithGoogle(tx, google)
    if (known === 'email taken') return { error: 'account_exists' }
    const error = known === null ? whyUnwelcome(admission, google.email) : null
    if (error !== null) return { error }
    if (known !== null) await lockSessionsOf(tx, known.id)
    // Checked before a person is added whose account would be locked at once.
    if (await deps.isLockedOut(tx, known ?? { id: '', email: google.email })) {
      return { error: 'account_locked' }
    }
    const person = known ?? (await addGooglePerson(tx, { ...google, at: new Date(now()) }))
    if (person === null) return null
    await deps.confirmAccount(tx, person)
    return enter(deps, tx, person, from)
  })
}

/** For other domains Google has only verified once that the person could read messages to this address. */
const isAuthorityFor = (email: string, { hd }: IDToken): boolean =>
  domainOf(email) === 'gmail.com' || (typeof hd === 'string' && hd !== '')
