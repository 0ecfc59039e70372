// What the server is asked about its sessions, and what becomes of its answers: a token, or an error with a code.
import type { Answer, Asked } from '@tengrand/contract/call.ts'
import type * as identityCalls from '@tengrand/contract/identity.ts'

import { identityPaths } from '../browser/paths.ts'
import { IdentityError, type IdentityErrorCode } from './identity.ts'

type IdentityCall = (typeof identityCalls)[keyof typeof identityCalls]
type Path<Method> = Extract<IdentityCall, { method: Method }>['path']
type Body<At> =
  Asked<Extract<IdentityCall, { path: At }>> extends { body: infer Described }
    ? Described
    : Record<string, never>

/** As the contract has it, but only its types are part of the first download, so that it has not been validated. */
type Unchecked<At> = Partial<Answer<Extract<IdentityCall, { path: At }>>>

export interface Token {
  readonly text: string
  readonly uid: string
  readonly email: string | null
  /** By the token's own words; the clock of this machine may be wrong. */
  readonly lifetimeMs: number
  /** When it was asked for, on the monotonic clock. */
  readonly askedAt: number
}

/** These reject with an IdentityError; the cookie of the session comes with the token. */
export async function enter(
  path: typeof identityPaths.signIn | typeof identityPaths.signUp,
  body: Body<typeof path>,
): Promise<Token> {
  const askedAt = performance.now()
  const { token } = await post(path, body)
  return readToken(token, askedAt)
}

/** Null where nobody is signed in. */
export async function fetchToken(): Promise<Token | null> {
  const askedAt = performance.now()
  const reply = await ask(identityPaths.token, { cache: 'no-store' })
  if (reply.status === 401) return null
  const { token } = accepted<typeof identityPaths.token>(reply)
  return readToken(token, askedAt)
}

export const post = async <At extends Path<'POST'>>(
  path: At,
  body: Body<At>,
): Promise<Unchecked<At>> =>
  accepted<At>(
    await ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

const answerSecondsMax = 15

interface Reply {
  readonly status: number
  readonly said: Said
}

async function ask(path: string, init: RequestInit): Promise<Reply> {
  try {
    const signal = AbortSignal.timeout(answerSecondsMax * 1000)
    const response = await fetch(path, { ...init, signal })
    return { status: response.status, said: parse(await response.text()) }
  } catch (cause) {
    throw new IdentityError('network', { cause })
  }
}

/** What stands between us and the server has no codes. */
function accepted<At>({ status, said }: Reply): Unchecked<At> {
  const { code, detail } = said
  if (status === 200) return said as Unchecked<At>
  if (typeof code === 'string') {
    throw new IdentityError(code as IdentityErrorCode, {
      detail: typeof detail === 'string' ? detail : undefined,
    })
  }
  if (status === 429) throw new IdentityError('too_many_requests')
  throw new IdentityError(status > 500 ? 'unavailable' : 'unknown')
}

/** The signature is for the server to check; here only the claims are read. */
function readToken(text = '', askedAt: number): Token {
  const { sub, email, iat, exp } = parse(decode(text.split('.')[1] ?? ''))
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') {
    throw new IdentityError('unknown')
  }
  return {
    text,
    uid: sub,
    email: typeof email === 'string' ? email : null,
    lifetimeMs: (exp - iat) * 1000,
    askedAt,
  }
}

function decode(base64url: string): string {
  try {
    const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return ''
  }
}

type Said = Readonly<Record<string, unknown>>

/** Nothing is in it where it is no JSON, or none with names. */
function parse(text: string): Said {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
