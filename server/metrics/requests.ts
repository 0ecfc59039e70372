// Counts responses by call of the contract; the requested path is no label, because clients can invent any.
import { api } from '@tengrand/contract/api.ts'
import type { Call } from '@tengrand/contract/call.ts'
import type { FastifyInstance, onResponseHookHandler } from 'fastify'

import type { Metrics } from './metrics.ts'

/** Called before the routes are added: each gets a hook with the name of its call, which avoids a look-up per request. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  if (!metrics.isOn) return
  app.addHook('onRoute', (route) => {
    // The route of a call has one method, or GET and HEAD.
    const method = [route.method].flat()[0]
    const name = names.get(`${method === 'HEAD' ? 'GET' : method} ${route.url}`)
    route.onResponse = [counter(metrics, name), ...[route.onResponse ?? []].flat()]
  })
  const unknown = counter(metrics, undefined)
  app.addHook('onResponse', function count(request, reply, done) {
    if (request.is404) unknown.call(this, request, reply, done)
    else done()
  })
}

const stream = 'quotesStream' satisfies keyof typeof api

const calls: [string, Call][] = Object.entries(api)
const names = new Map(calls.map(([name, { method, path }]) => [`${method} ${path}`, name]))

function counter(metrics: Metrics, name: string | undefined): onResponseHookHandler {
  return (_request, reply, done) => {
    const { statusCode } = reply
    const call = name ?? (statusCode < 400 ? 'page' : 'unknown')
    const lasts = call === stream && statusCode === 200
    metrics.onRequest(call, statusCode, lasts ? null : reply.elapsedTime / 1000)
    done()
  }
}
