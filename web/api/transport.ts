// The only fetch of the web app: sends a request and reads the reply, with a time limit. It has no zod, because the sign-in loads it.
import type { Call } from '@tengrand/contract/call.ts'

import { apiBase } from '../browser/paths.ts'
import { ApiProblem, network, timeout } from './problem.ts'

const answerSecondsMax = 15
const fileSecondsMax = 120

type AddressValue = string | number | boolean | undefined

export interface Parts {
  readonly params?: Readonly<Record<string, AddressValue>>
  readonly query?: Readonly<Record<string, AddressValue>>
  readonly body?: unknown
}

export interface RequestOptions {
  readonly signal?: AbortSignal
  /** The Idempotency-Key header, which makes a retry safe. */
  readonly idempotencyKey?: string
  /** A time limit other than the default. */
  readonly msMax?: number | undefined
}

export interface Reply {
  readonly status: number
  readonly ok: boolean
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The text of a file, otherwise the parsed JSON; undefined where the body is empty or not JSON. */
  readonly body: unknown
}

export async function send(
  described: Pick<Call, 'method' | 'path' | 'answers'>,
  { params, query, body }: Parts,
  { signal, token, idempotencyKey, msMax }: RequestOptions & { readonly token?: string },
): Promise<Reply> {
  const isFile = described.answers !== undefined
  const tooLate = AbortSignal.timeout(msMax ?? (isFile ? fileSecondsMax : answerSecondsMax) * 1000)
  try {
    const response = await fetch(addressOf(described.path, params, query), {
      method: described.method,
      headers: {
        accept: described.answers ?? 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
    })
    const text = await response.text()
    return {
      status: response.status,
      ok: response.ok,
      requestId: response.headers.get('x-request-id') ?? undefined,
      // Our server sends seconds, never a date.
      retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
      // The refusal of a file is JSON too.
      body: isFile && response.ok ? text : parseJson(text),
    }
  } catch (error) {
    // The caller aborted the call.
    if (signal?.aborted) throw error
    throw new ApiProblem(tooLate.aborted ? timeout : network, { cause: error })
  }
}

/** For a reply that is read while it arrives, without a time limit. */
export const openStream = (
  { path, answers }: Pick<Call, 'path' | 'answers'>,
  params: Parts['params'],
  { token, signal }: { readonly token: string; readonly signal: AbortSignal },
): Promise<Response> =>
  fetch(addressOf(path, params), {
    headers: { accept: answers ?? '*/*', authorization: `Bearer ${token}` },
    signal,
  })

/** The base URL of the API is set at build time; by default it is the origin of the pages. */
export function addressOf(
  path: string,
  params: Parts['params'] = {},
  query: Parts['query'] = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  const base = String(import.meta.env['VITE_API_BASE'] ?? apiBase)
  return filled.replace(/^\/api(?=\/)/, base) + (search === '' ? '' : `?${search}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
