// Verifies signed tokens of any provider, and caches the result.
import { errors, jwtVerify, type JWTHeaderParameters, type JWTVerifyGetKey } from 'jose'

import { BoundedMap } from '../bounded-map.ts'
import { refused } from '../http/refusals.ts'
import { areSound, clockToleranceMs, expiryMs, type SoundClaims } from './claims.ts'
import type { Person, Verdict, Verify } from './identity.ts'

/** The keys cannot be loaded, so the token cannot be checked. */
export class KeysUnavailable extends Error {}

export interface TokenRules {
  readonly issuer: string
  readonly audience: string
  /** Our own client ids, where tokens may be for several audiences. */
  readonly parties?: readonly string[]
  readonly algorithms: readonly string[]
  /** Finds the key of a token; throws KeysUnavailable where the keys cannot be loaded. */
  readonly keys: JWTVerifyGetKey
  readonly now: () => number
  /** Checks the other claims; null refuses. Not called for cached tokens. */
  readonly personOf: (claims: SoundClaims) => Person | null
  /** Checks what may have changed since the token was issued. Called for every request. */
  readonly isAlive?: (claims: SoundClaims) => Promise<boolean>
  readonly cachedMax?: number
}

/** Some issuers list every group of a person. */
export const tokenCharactersMax = 8192
const usualCachedMax = 20_000
/** Tokens of a withdrawn key are refused after this time at the latest. */
const cachedMs = 600_000

/** Caches valid tokens, because checking a signature takes a third of a millisecond. */
export function createVerifier(rules: TokenRules): Verify {
  const cache = new BoundedMap<string, Checked>(rules.cachedMax ?? usualCachedMax)

  function recall(token: string): Checked | null {
    const checked = cache.get(token)
    if (checked === undefined) return null
    if (rules.now() < checked.until) return checked
    cache.delete(token)
    return null
  }

  return async (token) => {
    if (token.length > tokenCharactersMax) return unauthorized
    const checked = recall(token) ?? (await check(token, rules))
    if ('refusal' in checked) return checked
    // Set again at every request, so that the tokens in use are evicted last.
    cache.set(token, checked)
    const { person, claims } = checked
    if (rules.isAlive && !(await rules.isAlive(claims))) return { ...unauthorized, ended: person }
    return { person }
  }
}

interface Checked {
  readonly person: Person
  readonly claims: SoundClaims
  readonly until: number
}

type Refused = Extract<Verdict, { refusal: unknown }>

const unauthorized = refused('unauthorized')

async function check(token: string, rules: TokenRules): Promise<Checked | Refused> {
  const { algorithms, issuer, audience, keys } = rules
  try {
    const { payload: claims, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: [...algorithms],
      issuer,
      audience,
      clockTolerance: clockToleranceMs / 1000,
      currentDate: new Date(rules.now()),
    })
    // Read again, because the key may have been loaded meanwhile.
    const now = rules.now()
    // jose accepts any list of audiences, and tokens without some claims.
    if (!isPlain(protectedHeader) || !areSound(claims, { ...rules, now })) return unauthorized
    const person = rules.personOf(claims)
    if (person === null) return unauthorized
    return { person, claims, until: Math.min(expiryMs(claims.exp), now + cachedMs) }
  } catch (error) {
    if (error instanceof KeysUnavailable) return refused('unavailable')
    if (error instanceof errors.JOSEError) return unauthorized
    throw error
  }
}

/** Refuses extensions, which change how a token is read, and tokens of another type, such as for a logout. */
const isPlain = ({ crit, b64, typ = 'JWT' }: JWTHeaderParameters): boolean =>
  crit === undefined && b64 === undefined && /^(application\/)?(jwt|at\+jwt)$/i.test(typ)
