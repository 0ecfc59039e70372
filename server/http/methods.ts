// Answers the right address asked in the wrong way: 405 and what it takes, not 404.
import type { FastifyInstance } from 'fastify'
import createRouter from 'find-my-way'

import { sendRefusal } from './problem.ts'

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Call before the routes are added; call what it returns when all of them are there. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    taken.set(url, [...(taken.get(url) ?? []), ...[method].flat()])
  })
  return () => {
    const addresses = new Map(taken)
    let find: ReturnType<typeof finderOf> | undefined
    // Before the body is read: whatever it holds, the answer is the same.
    app.addHook('onRequest', (request, reply, done) => {
      // Made when the first request meets no route, so that no start waits for it.
      const allowed = request.is404 ? (find ??= finderOf(addresses))(request.url) : undefined
      if (allowed === undefined || !known.has(request.method)) done()
      else sendRefusal(request, reply, { code: 'method_not_allowed', allowed })
    })
  }
}

/** Finds addresses as the application does, whatever the method; how long a name may be is not its business. */
function finderOf(taken: ReadonlyMap<string, string[]>) {
  const router = createRouter({ maxParamLength: Infinity })
  for (const [url, allowed] of taken) {
    if (!url.includes('*')) router.on('GET', url, () => undefined, allowed)
  }
  return (url: string): string[] | undefined => router.find('GET', url)?.store
}
