// Watches every application of a test process and collects refusals that the contract does not declare for their call.
import { subscribe } from 'node:diagnostics_channel'

import { api } from '@tengrand/contract/api.ts'
import { refusalsOf } from '@tengrand/contract/call-refusals.ts'
import type { Call } from '@tengrand/contract/call.ts'
import type { RefusalCode } from '@tengrand/contract/refusals.ts'
import type { FastifyInstance } from 'fastify'

const found: string[] = []

/** Returns and clears the undeclared refusals found so far. */
export const takeUndeclared = (): string[] => found.splice(0)

const calls = Object.entries<Call>(api).map(([name, call]) => ({
  name,
  method: call.method,
  path: call.path,
  pattern: new RegExp(`^${call.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  declared: refusalsOf(call),
}))

// Fastify publishes each instance on this channel before it has routes, so the hook is on all of them.
subscribe('fastify.initialization', (message) => {
  const { fastify: app } = message as { fastify: FastifyInstance }
  app.addHook('onSend', async (request, reply, payload) => {
    if (!String(reply.getHeader('content-type')).startsWith('application/problem+json')) return
    const { code } = JSON.parse(String(payload)) as { code: RefusalCode }
    const [path = ''] = request.url.split('?')
    const call = calls.find(
      (known) =>
        known.method === request.method &&
        // A call that this installation does not have is refused with 404, without a route.
        (request.is404 ? known.pattern.test(path) : known.path === request.routeOptions.url),
    )
    if (call !== undefined && !call.declared.has(code)) {
      found.push(`${call.name} was refused with ${code}, which the contract does not declare`)
    }
  })
})
