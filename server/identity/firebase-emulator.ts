// Verifies the unsigned tokens of the Firebase Auth Emulator by asking it about each.
import type { FastifyBaseLogger } from 'fastify'
import type { JWTPayload } from 'jose'
import * as z from 'zod/mini'

import { fetchJson, type Answered } from '../http/fetch-json.ts'
import { areSound } from './claims.ts'
import { refused } from '../http/refusals.ts'
import type { Verify } from './identity.ts'
import { tokenCharactersMax, type TokenRules } from './token.ts'

export interface EmulatorRules extends Pick<
  TokenRules,
  'issuer' | 'audience' | 'now' | 'personOf'
> {
  readonly emulatorUrl: string
  readonly apiKey: string
  readonly log: FastifyBaseLogger
}

export function createEmulatorVerifier(rules: EmulatorRules): Verify {
  const key = encodeURIComponent(rules.apiKey)
  const url = `${rules.emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=${key}`

  async function lookUp(idToken: string): Promise<Answered | null> {
    try {
      return await fetchJson(url, { body: { idToken } })
    } catch (err) {
      rules.log.warn({ err }, 'the Firebase emulator cannot be asked')
      return null
    }
  }

  return async (token) => {
    const claims = token.length <= tokenCharactersMax ? readUnsigned(token) : null
    if (claims === null || !areSound(claims, { ...rules, now: rules.now() })) {
      return refused('unauthorized')
    }
    const person = rules.personOf(claims)
    if (person === null) return refused('unauthorized')
    const answer = await lookUp(token)
    if (answer === null || answer.status >= 500) return refused('unavailable')
    return isAnswerAbout(person.subject, answer) ? { person } : refused('unauthorized')
  }
}

function readUnsigned(token: string): JWTPayload | null {
  const [head, body, signature, ...rest] = token.split('.')
  if (signature !== '' || rest.length > 0) return null
  const claims = object.safeParse(decode(body))
  return unsignedHeader.safeParse(decode(head)).success && claims.success ? claims.data : null
}

const unsignedHeader = z.strictObject({
  alg: z.literal('none'),
  typ: z.optional(z.literal('JWT')),
})

const object = z.record(z.string(), z.unknown())

function decode(part = ''): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

const found = z.object({ users: z.tuple([z.object({ localId: z.string() })]) })

/** The emulator does not look people up by the subject claim, so the id in its answer is compared. */
function isAnswerAbout(subject: string, { status, json }: Answered): boolean {
  const answer = found.safeParse(json)
  return status === 200 && answer.success && answer.data.users[0].localId === subject
}
