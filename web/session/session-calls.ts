// The identity calls of the cookie session: sign-in, sign-up, token, reset, sign-out. They throw an IdentityError.
import type { Answer, Asked, Call } from '@tengrand/contract/call.ts'
import type * as identityCalls from '@tengrand/contract/identity.ts'

import { send, type Reply } from '../api/transport.ts'
import { identityPaths } from '../browser/paths.ts'
import { IdentityError, type IdentityErrorCode } from './identity-error.ts'

type IdentityCall = (typeof identityCalls)[keyof typeof identityCalls]
type Path<Method> = Extract<IdentityCall, { method: Method }>['path']
type Body<At> =
  Asked<Extract<IdentityCall, { path: At }>> extends { body: infer Described }
    ? Described
    : Record<string, never>

/** The response type of the contract. Responses are not validated, because zod is not part of the first download. */
type Unchecked<At> = Partial<Answer<Extract<IdentityCall, { path: At }>>>

export interface Token {
  readonly text: string
  readonly uid: string
  readonly email: string | null
  readonly isGuest: boolean | undefined
  /** Computed from the claims, because the clock of this machine may be wrong. */
  readonly lifetimeMs: number
  /** The time of the request on the monotonic clock. */
  readonly requestedAt: number
}

/** The answer sets the cookie of the session too. */
export async function postSignIn(
  path: typeof identityPaths.signIn | typeof identityPaths.signUp,
  body: Body<typeof path>,
): Promise<Token> {
  const requestedAt = performance.now()
  const { token } = await post(path, body)
  return readToken(token, requestedAt)
}

/** Resolves to null without a session. */
export async function fetchToken(): Promise<Token | null> {
  const requestedAt = performance.now()
  const reply = await request('GET', identityPaths.token)
  if (reply.status === 401) return null
  const { token } = accepted<typeof identityPaths.token>(reply)
  return readToken(token, requestedAt)
}

export const post = async <At extends Path<'POST'>>(
  path: At,
  body: Body<At>,
): Promise<Unchecked<At>> => accepted<At>(await request('POST', path, body))

async function request(method: 'GET' | 'POST', path: Call['path'], body?: unknown): Promise<Reply> {
  try {
    return await send({ method, path }, { body }, {})
  } catch (cause) {
    throw new IdentityError('network', { cause })
  }
}

/** The body of a success; throws otherwise. Errors of a proxy have no code, so their status determines the code. */
function accepted<At>({ status, body }: Reply): Unchecked<At> {
  const { code, detail }: Readonly<Record<string, unknown>> = Object(body)
  if (status === 200) return Object(body)
  if (typeof code === 'string') {
    throw new IdentityError(code as IdentityErrorCode, {
      detail: typeof detail === 'string' ? detail : undefined,
    })
  }
  if (status === 429) throw new IdentityError('too_many_requests')
  throw new IdentityError(status > 500 ? 'unavailable' : 'unknown')
}

/** Reads the claims; the server checks the signature. */
function readToken(text = '', requestedAt: number): Token {
  const { sub, email, guest, iat, exp } = claimsOf(text)
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') {
    throw new IdentityError('unknown')
  }
  return {
    text,
    uid: sub,
    email: typeof email === 'string' ? email : null,
    isGuest: guest === true || undefined,
    lifetimeMs: (exp - iat) * 1000,
    requestedAt,
  }
}

/** Empty where the token cannot be decoded. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const base64url = token.split('.')[1] ?? ''
    const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    const json = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
    return Object(JSON.parse(json))
  } catch {
    return {}
  }
}
