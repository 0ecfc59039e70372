// What the embedded provider is asked, and what becomes of its answers: a token, or an error in the words of the product.
import { isObject, textAt } from '../text-at.ts'
import { IdentityError, isIdentityErrorCode } from './identity.ts'

export interface Token {
  readonly text: string
  readonly uid: string
  readonly email: string | null
  /** By the token's own words; the clock of this machine may be wrong. */
  readonly lifetimeMs: number
  /** When it was asked for, on a clock that nobody can set. */
  readonly askedAt: number
}

/** Null where nobody is signed in; rejects with an IdentityError where that cannot be said. */
export async function fetchToken(): Promise<Token | null> {
  const askedAt = performance.now()
  const { status, body } = await ask('token', { cache: 'no-store' })
  if (status === 401) return null
  if (status !== 200) throw refusal(status, body)
  const token = readToken(textAt(body, 'token'), askedAt)
  if (token === null) throw new IdentityError('unknown')
  return token
}

/** Rejects with an IdentityError unless the answer is a success. */
export async function post(path: string, body: object): Promise<unknown> {
  const answer = await ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) throw refusal(answer.status, answer.body)
  return answer.body
}

const answerSecondsMax = 15

async function ask(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(`/identity/${path}`, {
      ...init,
      signal: AbortSignal.timeout(answerSecondsMax * 1000),
    })
    return { status: response.status, body: parse(await response.text()) }
  } catch (cause) {
    throw new IdentityError('network', { cause })
  }
}

/** The names of the server's refusals are ours with other dashes; what stands between us may have none. */
function refusal(status: number, body: unknown): IdentityError {
  const name = textAt(body, 'code').replaceAll('_', '-')
  if (isIdentityErrorCode(name)) return new IdentityError(name)
  if (status === 429) return new IdentityError('too-many-attempts')
  return new IdentityError(status > 500 ? 'unavailable' : 'unknown')
}

/** The signature is for the server to check; here only the claims are read. */
function readToken(text: string, askedAt: number): Token | null {
  const claims = parse(decode(text.split('.')[1] ?? ''))
  if (!isObject(claims)) return null
  const { sub, email, iat, exp } = claims
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
