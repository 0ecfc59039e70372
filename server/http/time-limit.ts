// A time-out for answers: what was not answered in time is refused, whatever its handler still does.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sendRefusal } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route that may take longer than the others. */
    answerWithinMs?: number
  }
}

export interface TimeLimit {
  readonly answerWithinMs: number
  readonly lookEveryMs: number
}

/**
 * One timer for all requests. The framework has one for each, with a signal that is raised at its end; that took a
 * tenth of the time of a trade.
 */
export function limitTime(app: FastifyInstance, { answerWithinMs, lookEveryMs }: TimeLimit): void {
  const underWay = new Map<FastifyReply, FastifyRequest>()
  app.addHook('onRequest', (request, reply, done) => {
    underWay.set(reply, request)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    underWay.delete(reply)
    done()
  })
  const clock = setInterval(() => {
    for (const [reply, request] of underWay) {
      const limit = request.routeOptions.config.answerWithinMs ?? answerWithinMs
      if (!reply.sent && !reply.raw.destroyed && reply.elapsedTime < limit) continue
      underWay.delete(reply)
      // A stream of events has been taken over, and has its own rules.
      if (reply.sent || reply.raw.destroyed) continue
      giveUp(request, reply)
      dropLateAnswer(reply)
    }
  }, lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(clock))
}

function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  // What was begun cannot be taken back, only broken off, so that no client takes the half for the whole.
  if (reply.raw.headersSent) reply.raw.destroy()
  // It is the client that keeps us waiting. What it may still send belongs to this request, so nothing can follow.
  else if ('complete' in request.raw && !request.raw.complete)
    sendRefusal(request, reply.header('connection', 'close'), { code: 'request_timeout' })
  else sendRefusal(request, reply, { code: 'unavailable' })
}

/** The handler still answers some time; the framework would log that as a mistake of the handler. */
function dropLateAnswer(reply: FastifyReply): void {
  const send = reply.send.bind(reply)
  reply.send = (payload) => (reply.sent ? reply : send(payload))
}
