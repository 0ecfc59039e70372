// Turns a call of the contract into a Fastify route whose input and answer are both parsed.
import { Readable } from 'node:stream'

import type { Answer, Call, FileType, Given } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { faultSentence, noMessages, type Where } from './field-faults.ts'
import { isForeign } from './origin.ts'
import { sendRefusal } from './problem.ts'
import { authenticate, withSlot, noSlot, type Caller, type Identify } from './signed-in.ts'

export type { Caller, Identify }

/** A no that belongs to the use case: an answer like any other, not an exception. */
export interface Refused {
  readonly refusal: Refusal
}

type Handler<C extends Call> = (
  given: Given<C>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Answer<C> | Refused> | Answer<C> | Refused

export function route<C extends Call>(app: FastifyInstance, call: C, handler: Handler<C>): void {
  // Rather no start than a call that everybody can make.
  if (call.access !== 'public') throw new Error(`${call.path} is for people who signed in.`)
  app.route({
    method: call.method,
    url: call.path,
    handler: (request, reply) => answer(call, handler, request, reply),
  })
}

/** For calls that go by a cookie: pages of other sites are turned away before the body is read. */
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
      // A form of another site can send anything but this.
      if (call.method === 'POST' && !isJson.test(request.headers['content-type'] ?? '')) {
        return sendRefusal(request, reply, { code: 'unsupported_media_type' })
      }
    },
    handler: (request, reply) => answer(call, handler, request, reply),
  })
}

const isJson = /^application\/json\s*(;|$)/i

interface Redirect {
  readonly to: string
  readonly setCookies: string[]
  /** Somebody wanted to come in and was not let in, which the status does not say. */
  readonly isRefused?: boolean
}

/** Where another site sends the browser, which then goes on to a page of ours. */
export function redirectRoute<C extends Call & { readonly answers: 'redirect' }>(
  app: FastifyInstance,
  call: C,
  handler: (given: Given<C>, request: FastifyRequest) => Promise<Redirect>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const given = parseParts(call, request)
      if ('refusal' in given) return sendRefusal(request, reply, given.refusal)
      const {
        to,
        setCookies,
        isRefused: isTurnedAway = false,
      } = await handler(given.parts as Given<C>, request)
      request.isTurnedAway = isTurnedAway
      return reply.headers({ 'cache-control': 'no-store', 'set-cookie': setCookies }).redirect(to)
    },
  })
}

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
    onRequest,
    handler: (request, reply) => {
      const { caller, acquireSlot } = callerOf(request)
      const work = () =>
        answer(call, (given) => handler({ ...given, caller }, request, reply), request, reply)
      return acquireSlot === null ? work() : withSlot(acquireSlot, work, request, reply)
    },
  })
}

interface Download {
  readonly text: AsyncIterable<string>
  readonly filename: string
}

/** A long one may go over a slow connection; longer than this nobody waits. */
const downloadMsMax = 300_000

/** An answer that is a file and may be long: it is read while it is sent, and no faster. */
export function signedInDownload<C extends Call & { readonly answers: FileType }>(
  app: FastifyInstance,
  identify: Identify,
  call: C,
  handler: (given: Given<C> & { readonly caller: Caller }) => Promise<Download | Refused>,
): void {
  const { onRequest, callerOf } = authenticate(identify, call)
  app.route({
    method: call.method,
    url: call.path,
    config: { answerWithinMs: downloadMsMax },
    onRequest,
    handler: async (request, reply) => {
      const { caller, acquireSlot } = callerOf(request)
      const given = parseParts(call, request)
      if ('refusal' in given) return sendRefusal(request, reply, given.refusal)
      const slot = await acquireSlot?.()
      if (slot && 'retryAfterSeconds' in slot) return sendRefusal(request, reply, noSlot(slot))
      try {
        const download = await handler({ ...(given.parts as Given<C>), caller })
        if ('refusal' in download) {
          slot?.release()
          return await sendRefusal(request, reply, download.refusal)
        }
        // A HEAD request shall not have it all read.
        const body = Readable.from(request.method === 'HEAD' ? [] : watched(download.text, request))
        body.once('close', () => slot?.release())
        // Answered meanwhile, because it took too long: it is not sent, and nothing else would close it.
        if (reply.sent) body.destroy()
        void reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${download.filename}"`)
          .type(`${call.answers}; charset=utf-8`)
        return await reply.send(body)
      } catch (error) {
        slot?.release()
        throw error
      }
    },
  })
}

/** Once an answer is on its way the framework breaks it off without logging it. */
async function* watched(text: AsyncIterable<string>, request: FastifyRequest) {
  try {
    yield* text
  } catch (err) {
    request.log.error({ reqId: request.id, err }, 'a download was broken off')
    throw err
  }
}

async function answer<C extends Call>(
  call: C,
  handler: Handler<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const given = parseParts(call, request)
  if ('refusal' in given) return sendRefusal(request, reply, given.refusal)
  const result = await handler(given.parts as Given<C>, request, reply)
  if (isRefused(result)) return sendRefusal(request, reply, result.refusal)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  if (call.status !== undefined) void reply.code(call.status)
  // Parsing the answer drops what the contract does not name, so nothing leaves by accident.
  return call.answer.parse(result)
}

const parts = ['params', 'query', 'body'] as const

function parseParts(
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
