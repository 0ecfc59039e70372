// The rules that a signed token must keep, whichever provider issued it.
import {
  errors,
  jwtVerify,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'

import { BoundedMap } from '../bounded-map.ts'
import { areSound, clockToleranceMs, expiryMs, type SoundClaims } from './claims.ts'
import type { Person, Verdict, Verify } from './identity.ts'

/** The keys cannot be had right now, which says nothing about the token. */
export class KeysUnavailable extends Error {}

export interface TokenRules {
  readonly issuer: string
  readonly audience: string
  /** Where tokens may be for several audiences: our own names among those that use them. */
  readonly parties?: readonly string[]
  readonly algorithms: readonly string[]
  /** Finds the key of a token; throws KeysUnavailable where that cannot be said. */
  readonly keys: JWTVerifyGetKey
  readonly now: () => number
  /** What else this issuer's tokens must say; null refuses. Asked once per token. */
  readonly personOf: (claims: SoundClaims) => Person | null
  /** What may have changed since the token was issued. Asked on every call. */
  readonly isAlive?: (claims: SoundClaims) => Promise<boolean>
  readonly rememberedMax?: number
}

/** Some issuers name every group that a person is in. */
export const tokenCharactersMax = 8192
const usualRememberedMax = 20_000
/** A key that was withdrawn stops counting after this time, however long its tokens would have lived. */
const keptMs = 600_000

/** A signature costs a third of a millisecond, so that a good one is remembered; everything else is asked every time. */
export function createVerifier(rules: TokenRules): Verify {
  const kept = new BoundedMap<string, Checked>(rules.rememberedMax ?? usualRememberedMax)

  function recall(token: string): Checked | null {
    const checked = kept.get(token)
    if (checked === undefined) return null
    if (rules.now() < checked.until) return checked
    kept.delete(token)
    return null
  }

  return async (token) => {
    if (token.length > tokenCharactersMax) return unauthorized
    const checked = recall(token) ?? (await check(token, rules))
    if ('refusal' in checked) return checked
    // Each time, so that those which are in use are the last to be forgotten.
    kept.set(token, checked)
    const { person, claims } = checked
    if (rules.isAlive && !(await rules.isAlive(claims))) return { ...unauthorized, ended: person }
    return { person }
  }
}

/** A person whose token was found good, and until when that need not be looked at again. */
interface Checked {
  readonly person: Person
  readonly claims: SoundClaims
  readonly until: number
}

type Refused = Extract<Verdict, { refusal: unknown }>

const unauthorized: Refused = { refusal: { code: 'unauthorized' } }
const unavailable: Refused = { refusal: { code: 'unavailable' } }

async function check(token: string, rules: TokenRules): Promise<Checked | Refused> {
  const claims = await readSigned(token, rules)
  if ('refusal' in claims) return claims
  const now = rules.now()
  // The library takes any list of audiences, and tokens that leave claims out.
  if (!areSound(claims.signed, { ...rules, now })) return unauthorized
  const person = rules.personOf(claims.signed)
  if (person === null) return unauthorized
  const until = Math.min(expiryMs(claims.signed.exp), now + keptMs)
  return { person, claims: claims.signed, until }
}

async function readSigned(
  token: string,
  { algorithms, issuer, audience, keys, now }: TokenRules,
): Promise<{ readonly signed: JWTPayload } | Refused> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: [...algorithms],
      issuer,
      audience,
      clockTolerance: clockToleranceMs / 1000,
      currentDate: new Date(now()),
    })
    return isPlain(protectedHeader) ? { signed: payload } : unauthorized
  } catch (error) {
    if (error instanceof KeysUnavailable) return unavailable
    if (error instanceof errors.JOSEError) return unauthorized
    throw error
  }
}

/** Neither an extension that changes how a token is read nor a token that was made for something else, such as a logout. */
const isPlain = ({ crit, b64, typ = 'JWT' }: JWTHeaderParameters): boolean =>
  crit === undefined && b64 === undefined && /^(application\/)?(jwt|at\+jwt)$/i.test(typ)
