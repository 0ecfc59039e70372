// Adds calls of the contract as Fastify routes: parses the input and the answer, and authenticates the caller.
import type { Answer, Call, Given } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { loopbackNames } from '../env.ts'
import { accepts, SerializedAnswer } from './compression.ts'
import type { AcquireSlot } from './concurrency-limit.ts'
import { faultSentence, noMessages, type Where } from './field-faults.ts'
import { sendRefusal } from './problem.ts'

export interface Caller {
  readonly accountId: number
  readonly email: string | null
  readonly signedInAt: number
  /** Null for tokens of another issuer. */
  readonly sessionId: string | null
  /** In one lesson, without an account that belongs to a person. */
  readonly isGuest: boolean
}

/** Authenticates a call and charges the budget of its account. */
export type Identify = (
  request: FastifyRequest,
  call: Call,
) => Promise<Admitted | { readonly refusal: Refusal }>

interface Admitted {
  readonly caller: Caller
  /** Null where the call needs no slot. */
  readonly acquireSlot: AcquireSlot | null
}

/** A refusal by the handler, which is returned and not thrown. */
export interface Refused {
  readonly refusal: Refusal
}

/** The answer of a repeated call, with the status 200. */
export class Repeated<T> {
  readonly answer: T

  constructor(first: T) {
    this.answer = first
  }
}

/** A handler that has hijacked the reply returns it. */
export type Handler<C extends Call> = (
  given: Given<C>,
  request: FastifyRequest,
  reply: FastifyReply,
) =>
  | Promise<Done<C> | Repeated<Answer<C>> | Refused | SerializedAnswer | FastifyReply>
  | Answer<C>
  | Refused

/** Null from work that was not refused, where the call has no answer. */
type Done<C extends Call> = Answer<C> | (undefined extends Answer<C> ? null : never)

export function route<C extends Call>(app: FastifyInstance, call: C, handler: Handler<C>): void {
  // Fails at the start, so that a protected call cannot be public by mistake.
  if (call.access !== 'public') throw new Error(`${call.path} is for people who signed in.`)
  app.route({
    method: call.method,
    url: call.path,
    handler: (request, reply) => answer(call, handler, request, reply),
  })
}

/** For calls that use a cookie: refuses pages of other origins before the body is read. */
export function sameOriginRoute<C extends Call>(
  app: FastifyInstance,
  publicUrl: URL | null,
  call: C,
  handler: Handler<C>,
): void {
  if (call.access !== 'same-origin') throw new Error(`${call.path} is not for our own pages alone.`)
  app.route({
    method: call.method,
    url: call.path,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (isForeign(request, publicUrl)) {
        return sendRefusal(request, reply, { code: 'foreign_origin' })
      }
      // The form of another site cannot send this content type.
      if (call.method === 'POST' && !isJson.test(request.headers['content-type'] ?? '')) {
        return sendRefusal(request, reply, { code: 'unsupported_media_type' })
      }
    },
    handler: (request, reply) => answer(call, handler, request, reply),
  })
}

const isJson = /^application\/json\s*(;|$)/i

type SignedInHandler<C extends Call> = (
  given: Given<C> & { readonly caller: Caller },
  request: FastifyRequest,
  reply: FastifyReply,
) => ReturnType<Handler<C>>

export function signedInRoute<C extends Call>(
  app: FastifyInstance,
  identify: Identify,
  call: C,
  handler: SignedInHandler<C>,
): void {
  const { onRequest, callerOf } = authenticate(identify, call)
  app.route({
    method: call.method,
    url: call.path,
    exposeHeadRoute: call.answers === undefined,
    onRequest,
    handler: (request, reply) => {
      const { caller, acquireSlot } = callerOf(request)
      const work = () =>
        answer(call, (given) => handler({ ...given, caller }, request, reply), request, reply)
      return acquireSlot === null ? work() : withSlot(acquireSlot, work, request, reply)
    },
  })
}

/** `signedInRoute` for several calls. */
export const signedInRoutes =
  (app: FastifyInstance, identify: Identify) =>
  <C extends Call>(call: C, handler: SignedInHandler<C>): void =>
    signedInRoute(app, identify, call, handler)

/** Authenticates before the body is read. */
export function authenticate(identify: Identify, call: Call) {
  if (call.access !== 'signed-in') throw new Error(`${call.path} is for everybody.`)
  const admittedBy = new WeakMap<FastifyRequest, Admitted>()
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const admitted = await identify(request, call)
      if ('refusal' in admitted) return sendRefusal(request, reply, admitted.refusal)
      admittedBy.set(request, admitted)
    },
    callerOf: (request: FastifyRequest): Admitted => {
      const admitted = admittedBy.get(request)
      if (admitted === undefined) throw new Error('The request was not authenticated.')
      return admitted
    },
  }
}

/** Holds the slot until the work ends, also after the client has disconnected. */
async function withSlot(
  acquireSlot: AcquireSlot,
  work: () => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const slot = await acquireSlot()
  if ('retryAfterSeconds' in slot) return sendRefusal(request, reply, noSlot(slot))
  try {
    return await work()
  } finally {
    slot.release()
  }
}

export const noSlot = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }): Refusal => ({
  code: 'too_many_requests',
  of: 'histories',
  retryAfterSeconds,
})

export async function answer<C extends Call>(
  call: C,
  handler: Handler<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const given = parseParts(call, request)
  if ('refusal' in given) return sendRefusal(request, reply, given.refusal)
  const result = await handler(given.parts as Given<C>, request, reply)
  if (result === reply) return reply
  if (isRefused(result)) return sendRefusal(request, reply, result.refusal)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  if (result instanceof Repeated) return call.answer.parse(result.answer)
  if (call.status !== undefined) void reply.code(call.status)
  // Fastify would wait for an answer that is undefined.
  if (call.status === 204) return reply.send()
  if (result instanceof SerializedAnswer) {
    void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    // Returned and not sent here: a returned reply would resolve, and free its slot, only when the client has read it.
    if (!accepts(request.headers['accept-encoding'] ?? '', 'gzip')) return result.text()
    void reply.header('content-encoding', 'gzip')
    return result.gzip()
  }
  // Parsing drops fields that are not in the contract.
  return call.answer.parse(result)
}

const parts = ['params', 'query', 'body'] as const

export function parseParts(
  call: Call,
  request: FastifyRequest,
): { parts: Record<string, unknown> } | Refused {
  const parsed: Record<string, unknown> = {}
  for (const part of parts) {
    const schema = call[part]
    if (schema === undefined) continue
    const given = request[part] ?? {}
    const result = schema.safeParse(given, noMessages)
    if (!result.success) return { refusal: faultOf(call, result.error, { part, given }) }
    parsed[part] = result.data
  }
  return { parts: parsed }
}

function faultOf({ faults }: Call, error: z.core.$ZodError, where: Where): Refusal {
  const code = faults?.[String(error.issues[0]?.path[0])]
  return code === undefined
    ? { code: 'invalid_request', reason: faultSentence(error, where) }
    : ({ code } as Refusal)
}

const isRefused = (result: unknown): result is Refused =>
  typeof result === 'object' && result !== null && 'refusal' in result

/**
 * A page of another origin made the request. Browsers send these headers; a client without them is no browser, and has
 * no cookies to misuse.
 */
function isForeign({ headers }: FastifyRequest, publicUrl: URL | null): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site === 'cross-site' || site === 'same-site') return true
  if (origin === undefined) return false
  if (publicUrl !== null) return origin !== publicUrl.origin
  const url = URL.parse(origin)
  return url === null || !loopbackNames.has(url.hostname) || url.host !== host?.toLowerCase()
}
