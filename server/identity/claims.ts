// What a token must say about itself, whether or not it is signed.
import type { JWTPayload } from 'jose'

export interface Expected {
  readonly issuer: string
  readonly audience: string
  /** By what names the issuer knows us as the one that uses its tokens; none where each is for us alone. */
  readonly parties?: readonly string[] | undefined
  readonly now: number
}

/** Claims that keep the rules. */
export interface SoundClaims extends JWTPayload {
  readonly sub: string
  readonly iat: number
  readonly exp: number
}

/** How far two clocks may be apart. */
export const clockToleranceMs = 30_000

export function areSound(claims: JWTPayload, expected: Expected): claims is SoundClaims {
  const { iss, sub, iat, exp, nbf } = claims
  const { issuer, now } = expected
  return (
    iss === issuer &&
    isForUs(claims, expected) &&
    isSubject(sub) &&
    isPast(iat, now) &&
    (nbf === undefined || isPast(nbf, now)) &&
    isTime(exp) &&
    now < expiryMs(exp)
  )
}

/** One that is for several must have been issued to us (OpenID Connect Core, 3.1.3.7). */
function isForUs({ aud, azp }: JWTPayload, { audience, parties }: Expected): boolean {
  if (!Array.isArray(aud)) return aud === audience
  if (parties === undefined || !aud.includes(audience)) return false
  return new Set(aud).size === 1 || (typeof azp === 'string' && parties.includes(azp))
}

/**
 * For the identity token of a sign-in, whose time of issue the library does not check. A fast clock of the issuer must not
 * lock everybody out, so this is more than the clock tolerance; far ahead, a statement about the email would outrank all
 * later ones.
 */
export const isIssuedAhead = ({ iat }: { readonly iat: number }, now: number): boolean =>
  !(iat * 1000 <= now + issuedAheadMsMax)

const issuedAheadMsMax = 300_000

/** From when on a token is no longer taken. */
export const expiryMs = (exp: number): number => exp * 1000 + clockToleranceMs

export const isPast = (seconds: unknown, now: number): boolean =>
  isTime(seconds) && seconds * 1000 <= now + clockToleranceMs

/** Not 1e999 either, which JSON reads as a time that never comes. */
const isTime = (seconds: unknown): seconds is number =>
  typeof seconds === 'number' && Number.isFinite(seconds)

/** When the person showed who they are: a token that is renewed tells the same as before. */
export const signedInAtOf = ({ auth_time, iat }: SoundClaims): number =>
  (isTime(auth_time) ? auth_time : iat) * 1000

/** Half characters and zeros are refused: the database would confuse two people, or take neither. */
export const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub.length <= subjectCharactersMax && isText(sub)

const isText = (text: string): boolean => text !== '' && text.isWellFormed() && !text.includes('\0')

const subjectCharactersMax = 255

/** It is only shown, so that one which makes no sense is left out and not refused. */
export const shownEmail = ({ email }: JWTPayload): string | null =>
  typeof email === 'string' && email.length <= emailCharactersMax && isText(email) ? email : null

const emailCharactersMax = 320
