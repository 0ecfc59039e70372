// Adds calls that answer everybody, and more to callers with a token.
import type { Call, Given } from '@tengrand/contract/call.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { sendRefusal } from './problem.ts'
import { answer, type Caller, type Handler, type Identify } from './route.ts'

/** The caller is null for a request without a token; a token that is not good is refused. */
export function optionalRoute<C extends Call>(
  app: FastifyInstance,
  identify: Identify,
  call: C,
  handler: (
    given: Given<C> & { readonly caller: Caller | null },
    request: FastifyRequest,
  ) => ReturnType<Handler<C>>,
): void {
  if (call.access !== 'optional') throw new Error(`${call.path} knows its callers.`)
  app.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => {
      const hasToken = request.headers.authorization !== undefined
      const admitted = hasToken ? await identify(request, call) : { caller: null }
      if ('refusal' in admitted) return sendRefusal(request, reply, admitted.refusal)
      const { caller } = admitted
      return answer(call, (given) => handler({ ...given, caller }, request), request, reply)
    },
  })
}
