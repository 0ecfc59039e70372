// Counts answers by the call of the contract, never by the address as it was sent, which anybody can make up.
import { api } from '@tengrand/contract/api.ts'
import type { Call } from '@tengrand/contract/call.ts'
import { identityCalls } from '@tengrand/contract/identity-calls.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Metrics } from './metrics.ts'

/** To be called before the routes are added. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  if (!metrics.isOn) return
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    const call = callOf(request) ?? (statusCode < 400 ? 'page' : 'unknown')
    const lasts = call === stream && statusCode === 200
    metrics.onRequest(call, statusCode, lasts ? null : reply.elapsedTime / 1000)
    done()
  })
}

const stream = 'quotesStream' satisfies keyof typeof api

const calls: [string, Call][] = Object.entries({ ...api, ...identityCalls })
const names = new Map(calls.map(([name, { method, path }]) => [`${method} ${path}`, name]))

function callOf({ method, routeOptions }: FastifyRequest): string | undefined {
  return names.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`)
}
