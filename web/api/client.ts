// The only fetch of the web app: makes the calls of the contract, and turns every failure into an ApiProblem.
import type { Answer, Asked, Call } from '@tengrand/contract/call.ts'
import { safeParse } from 'zod/mini'

import {
  misunderstoodProblem,
  networkProblem,
  refusedProblem,
  timeoutProblem,
  tokenlessProblem,
} from './problem.ts'
import { accessRefusalCodes, currentTokenSource, type Refused } from './token-source.ts'
import { apiBase } from '../browser/paths.ts'

export async function call<C extends Call>(
  described: C,
  asked: Asked<C>,
  options: RequestOptions = {},
): Promise<Answer<C>> {
  // Calls of identity go by the cookie.
  const reply = await (described.access === 'signed-in' ? sendSigned : send)(
    described,
    asked,
    options,
  )
  const { status, ok, requestId, body } = reply
  if (!ok) throw refusedProblem(status, body, reply)
  const { success, data, error } = safeParse<C['answer']>(described.answer, body)
  if (!success) throw misunderstoodProblem(status, error, requestId)
  return data
}

// A token may have ended a moment ago; only a fresh one that is refused too means that the session is over. Whoever
// asked first is also asked the second time: somebody else may have signed in meanwhile, and did not ask for this.
async function sendSigned(described: Call, asked: Parts, options: RequestOptions) {
  const tokenSource = currentTokenSource()
  const token = await tokenSource?.getToken({ forceRefresh: false })
  if (token === undefined) throw tokenlessProblem()
  let reply = await send(described, asked, { ...options, token })
  if (reply.status === 401) {
    const fresh = await tokenSource?.getToken({ forceRefresh: true })
    // A session that is over has ended by itself then; one that cannot be asked about just now has not.
    if (fresh === undefined) throw tokenlessProblem()
    reply = await send(described, asked, { ...options, token: fresh })
  }
  const refused = whyRefused(reply)
  if (refused !== undefined) tokenSource?.onRefused(refused)
  return reply
}

function whyRefused({ status, body }: Reply): Refused | undefined {
  if (status === 401) return 'lost'
  return status === 403 ? accessRefusalCodes.find((code) => code === Object(body).code) : undefined
}

const answerSecondsMax = 15
/** A file can be long, and a connection slow. */
const fileSecondsMax = 120

/** What can stand in an address. */
type Plain = string | number | boolean | undefined

/** The parts of any call. */
interface Parts {
  readonly params?: Readonly<Record<string, Plain>>
  readonly query?: Readonly<Record<string, Plain>>
  readonly body?: unknown
}

export interface RequestOptions {
  readonly signal?: AbortSignal
  /** Makes it safe to send the same once more. */
  readonly idempotencyKey?: string
  /** How long to wait for the answer, where that is not as long as usual. */
  readonly msMax?: number | undefined
}

interface SignedRequestOptions extends RequestOptions {
  readonly token?: string
}

interface Reply {
  readonly status: number
  readonly ok: boolean
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The text of a file, otherwise what the JSON says; undefined where the body is empty or not JSON. */
  readonly body: unknown
}

async function send(
  described: Call,
  { params, query, body }: Parts,
  { signal, token, idempotencyKey, msMax }: SignedRequestOptions,
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
      // A date, which it may be as well, is none of ours.
      retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
      // Why there is no file is said as always.
      body: isFile && response.ok ? text : parseJson(text),
    }
  } catch (error) {
    // A caller that aborted the call gets its own reason and nothing else.
    if (signal?.aborted) throw error
    throw tooLate.aborted ? timeoutProblem(error) : networkProblem(error)
  }
}

/** The address of the API is fixed when the app is built; by default it is where the same server also serves the pages. */
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
