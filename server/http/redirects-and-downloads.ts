// Calls of the contract whose answer is not JSON: a redirect, or a file.
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
        const body = Readable.from(request.method === 'HEAD' ? [] : watched(download.text, reply))
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

/**
 * Ends the reading where the client has left: the stream throws an error into its source then, which would look like a
 * failure of the source.
 */
async function* watched(text: AsyncIterable<string>, reply: FastifyReply) {
  for await (const part of withLoggedFailure(text, reply)) yield part
}

/** Once an answer is on its way the framework breaks it off without logging it. */
async function* withLoggedFailure(text: AsyncIterable<string>, { request, raw }: FastifyReply) {
  try {
    yield* text
  } catch (err) {
    if (!(err instanceof AccountGone)) {
      request.log.error({ reqId: request.id, err }, 'a download was broken off')
      throw err
    }
    // The owner has deleted the account, which is no failure. Without an end the file does not look whole.
    request.log.info({ reqId: request.id }, 'a download ended with its account')
    raw.destroy()
  }
}
