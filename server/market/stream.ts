// Serves the live stream of prices as server-sent events.
import type { OutgoingHttpHeaders } from 'node:http'

import { api } from '@tengrand/contract/api.ts'
import { roundTo } from '@tengrand/core/money.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { groupAddress } from '../http/address.ts'
import { sendRefusal } from '../http/problem.ts'
import { openStreamHub, type PriceSource, type StreamHub, type StreamLimits } from './stream-hub.ts'

interface StreamOptions {
  readonly market: PriceSource
  /** Unique to this run of the process. */
  readonly boot: string
  readonly limits?: Partial<StreamLimits>
}

export function addQuoteStream(
  app: FastifyInstance,
  { market, boot, limits }: StreamOptions,
): StreamHub {
  const hub = openStreamHub({ market, boot, limits: { ...streamLimits, ...limits } })
  const { method, path } = api.quotesStream
  app.route({
    method,
    url: path,
    handler: (request, reply) => {
      // Throws while no price may be shown, before the reply is hijacked, so that Fastify answers.
      market.quote('AAPL')
      const refusal = hub.refuse(groupAddress(request.ip))
      if (refusal !== null) void sendRefusal(request, reply, refusal)
      else if (request.method === 'HEAD') void reply.headers(streamHeaders).send()
      else open(hub, request, reply)
    },
  })
  // The server waits for open responses, and a stream never ends by itself.
  app.addHook('preClose', async () => hub.close())
  return hub
}

const streamLimits: StreamLimits = {
  minimumGapMs: 250,
  heartbeatMs: 15_000,
  streamsMax: 5000,
  streamsPerAddressMax: 200,
  backlogBytesMax: 64 * 1024,
}

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

/** Hijacks the reply from Fastify, which would compress it and limit its duration. */
function open(hub: StreamHub, request: FastifyRequest, reply: FastifyReply): void {
  const { raw: out } = reply.hijack()
  let end = 'left'
  out.once('close', () => {
    // A finished response is logged like any other answer.
    if (out.writableFinished) return
    request.log.debug(
      { reqId: request.id, path: api.quotesStream.path, end, ms: roundTo(reply.elapsedTime, 1) },
      'stream',
    )
  })
  out.writeHead(200, reply.headers(streamHeaders).getHeaders() as OutgoingHttpHeaders)
  hub.join({
    out,
    address: groupAddress(request.ip),
    lastEventId: [request.headers['last-event-id']].flat()[0],
    drop: () => {
      end = 'too slow'
      out.destroy()
    },
  })
}
