// Answers the right address asked in the wrong way: 405 and what it takes, not 404.
import type { FastifyInstance, HTTPMethods } from 'fastify'

import { sendRefusal } from './problem.ts'

const known: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Call before the routes are added; call what it returns when all of them are there. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    taken.set(url, [...(taken.get(url) ?? []), ...[method].flat()])
  })
  return () => {
    for (const [url, allowed] of Array.from(taken)) {
      if (url.includes('*')) continue
      const method = known.filter((name) => !allowed.includes(name))
      app.route({
        url,
        method,
        // Before the body is read: whatever it holds, the answer is the same.
        onRequest: (request, reply) => {
          sendRefusal(request, reply, { code: 'method_not_allowed', allowed })
        },
        handler: () => undefined,
      })
    }
  }
}
