// Checks the registered claims of a token: issuer, audience, subject and times.
import type { JWTPayload } from 'jose'

export interface Expected {
  readonly issuer: string
  readonly audience: string
  /** Our own client ids; undefined where every token has a single audience. */
  readonly parties?: readonly string[] | undefined
  readonly now: number
}

export interface SoundClaims extends JWTPayload {
  readonly sub: string
  readonly iat: number
  readonly exp: number
}

/** The accepted difference between two clocks. */
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

/** A token for several audiences must have been issued to us (OpenID Connect Core, 3.1.3.7). */
function isForUs({ aud, azp }: JWTPayload, { audience, parties }: Expected): boolean {
  if (!Array.isArray(aud)) return aud === audience
  if (parties === undefined || !aud.includes(audience)) return false
  return new Set(aud).size === 1 || (typeof azp === 'string' && parties.includes(azp))
}

/**
 * For identity tokens, whose time of issue openid-client does not check. The limit is above the clock tolerance, so that a
 * fast clock of the issuer does not block all sign-ins; an email claim from far ahead would outrank all later ones.
 */
export const isIssuedAhead = ({ iat }: { readonly iat: number }, now: number): boolean =>
  !(iat * 1000 <= now + issuedAheadMsMax)

const issuedAheadMsMax = 300_000

/** The end of a token, with the clock tolerance. */
export const expiryMs = (exp: number): number => exp * 1000 + clockToleranceMs

export const isPast = (seconds: unknown, now: number): boolean =>
  isTime(seconds) && seconds * 1000 <= now + clockToleranceMs

/** Also refuses 1e999, which JSON parses as Infinity. */
const isTime = (seconds: unknown): seconds is number =>
  typeof seconds === 'number' && Number.isFinite(seconds)

/** When the person authenticated, also for a renewed token; where the token does not say, when it was issued. */
export const signedInAtOf = ({ auth_time, iat }: SoundClaims): number =>
  (isTime(auth_time) ? auth_time : iat) * 1000

/** Refuses lone surrogates, which the database would store as one and the same character, and zero bytes, on which it fails. */
export const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub.length <= subjectCharactersMax && isText(sub)

const isText = (text: string): boolean => text !== '' && text.isWellFormed() && !text.includes('\0')

const subjectCharactersMax = 255

/** Null for an invalid email: it is only shown, so the token is still accepted. */
export const shownEmail = ({ email }: JWTPayload): string | null =>
  typeof email === 'string' && email.length <= emailCharactersMax && isText(email) ? email : null

const emailCharactersMax = 320
