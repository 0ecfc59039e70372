// Refuses a wrong method on a known path with 405 and the allowed methods.
import type { FastifyInstance } from 'fastify'
import createRouter from 'find-my-way'

import { sendRefusal } from './problem.ts'

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Called before the routes are added; the returned function is called after them. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    taken.set(url, [...(taken.get(url) ?? []), ...[method].flat()])
  })
  return () => {
    const addresses = new Map(taken)
    let find: ReturnType<typeof finderOf> | undefined
    // onRequest runs before the body is read.
    app.addHook('onRequest', (request, reply, done) => {
      // Created by the first request without a route, which keeps the start fast.
      const allowed = request.is404 ? (find ??= finderOf(addresses))(request.url) : undefined
      if (allowed === undefined || !known.has(request.method)) done()
      else sendRefusal(request, reply, { code: 'method_not_allowed', allowed })
    })
  }
}

/** Matches paths as Fastify does, for any method and any length of parameters. */
function finderOf(taken: ReadonlyMap<string, string[]>) {
  const router = createRouter({ maxParamLength: Infinity })
  for (const [url, allowed] of taken) {
    if (!url.includes('*')) router.on('GET', url, () => undefined, allowed)
  }
  return (url: string): string[] | undefined => router.find('GET', url)?.store
}
