// Answers requests whose handlers take too long with a refusal.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sendRefusal } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of a route that may take longer. */
    answerWithinMs?: number
  }
}

export interface TimeLimit {
  readonly answerWithinMs: number
  readonly lookEveryMs: number
}

/** One timer for all requests: Fastify's own, with a timer and a signal for each, took a tenth of the time of a trade. */
export function limitTime(app: FastifyInstance, { answerWithinMs, lookEveryMs }: TimeLimit): void {
  const pending = new Map<FastifyReply, FastifyRequest>()
  app.addHook('onRequest', (request, reply, done) => {
    pending.set(reply, request)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    pending.delete(reply)
    done()
  })
  const clock = setInterval(() => {
    for (const [reply, request] of pending) {
      const limit = request.routeOptions.config.answerWithinMs ?? answerWithinMs
      if (!reply.sent && !reply.raw.destroyed && reply.elapsedTime < limit) continue
      pending.delete(reply)
      // Event streams are hijacked and have no limit.
      if (reply.sent || reply.raw.destroyed) continue
      giveUp(request, reply)
      dropLateAnswer(reply)
    }
  }, lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(clock))
}

function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  // A response that has begun is aborted, so that no client takes it for complete.
  if (reply.raw.headersSent) reply.raw.destroy()
  // The client is too slow. The rest of its request would follow, so the connection cannot be reused.
  else if ('complete' in request.raw && !request.raw.complete)
    sendRefusal(request, reply.header('connection', 'close'), { code: 'request_timeout' })
  else sendRefusal(request, reply, { code: 'unavailable' })
}

/** Ignores the late answer of the handler, which Fastify would log as an error. */
function dropLateAnswer(reply: FastifyReply): void {
  const send = reply.send.bind(reply)
  reply.send = (payload) => (reply.sent ? reply : send(payload))
}
