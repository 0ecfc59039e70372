// Routes of calls whose answer is not JSON: redirects and file downloads.
import { Readable } from 'node:stream'

import type { Call, FileType, Given } from '@tengrand/contract/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AccountGone } from './refusals.ts'
import { sendRefusal } from './problem.ts'
import {
  authenticate,
  noSlot,
  parseParts,
  type Caller,
  type Identify,
  type Refused,
} from './route.ts'

interface Redirect {
  readonly to: string
  readonly setCookies: string[]
  /** A refused sign-in, which the status of a redirect does not show. */
  readonly isRefused?: boolean
}

/** A route to which another site redirects, and which redirects to a page of the web app. */
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
      const { to, setCookies, isRefused = false } = await handler(given.parts as Given<C>, request)
      request.isTurnedAway = isRefused
      return reply.headers({ 'cache-control': 'no-store', 'set-cookie': setCookies }).redirect(to)
    },
  })
}

interface Download {
  readonly text: AsyncIterable<string>
  readonly filename: string
}

/** Enough for a long file over a slow connection. */
const downloadMsMax = 300_000

/** Streams the file with backpressure. */
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
        // A HEAD request does not read the file.
        const body = Readable.from(request.method === 'HEAD' ? [] : watched(download.text, reply))
        body.once('close', () => slot?.release())
        // The time limit has answered meanwhile: the stream is not sent, and nothing else closes it.
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

/**
 * Ends the source when the client disconnects: the stream then throws an error into its generator, which must not look
 * like a failure of the source.
 */
async function* watched(text: AsyncIterable<string>, reply: FastifyReply) {
  for await (const part of withLoggedFailure(text, reply)) yield part
}

/** Logs failures, because Fastify aborts a response that has begun without a log line. */
async function* withLoggedFailure(text: AsyncIterable<string>, { request, raw }: FastifyReply) {
  try {
    yield* text
  } catch (err) {
    if (!(err instanceof AccountGone)) {
      request.log.error({ reqId: request.id, err }, 'a download was broken off')
      throw err
    }
    // The owner has deleted the account. An aborted connection keeps the file from looking complete.
    request.log.info({ reqId: request.id }, 'a download ended with its account')
    raw.destroy()
  }
}
