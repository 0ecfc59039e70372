// The live stream of prices as server-sent events: one answer that lasts until either side ends it.
import type { OutgoingHttpHeaders } from 'node:http'

import { api } from '@tengrand/contract/api.ts'
import { roundTo } from '@tengrand/core/money.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { groupAddress } from '../http/address.ts'
import { sendRefusal } from '../http/problem.ts'
import { openStreamHub, type PriceSource, type StreamHub, type StreamLimits } from './stream-hub.ts'

export interface StreamOptions {
  readonly market: PriceSource
  /** A name that no other run of the process has. */
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
      // Throws while no price may be shown, as long as there is still a framework to answer that.
      market.quote('AAPL')
      const refusal = hub.refuse(groupAddress(request.ip))
      if (refusal !== null) void sendRefusal(request, reply, refusal)
      else if (request.method === 'HEAD') void reply.headers(streamHeaders).send()
      else open(hub, request, reply)
    },
  })
  // A stream never ends by itself, and the server waits for what is on the way.
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

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

/** Taken over from the framework, which would compress it and limit its time. */
function open(hub: StreamHub, request: FastifyRequest, reply: FastifyReply): void {
  const { raw: out } = reply.hijack()
  let end = 'left'
  out.once('close', () => {
    // An end of ours has its line in the log already, like any other answer.
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
    lastEventId: lastEventIdOf(request),
    drop: () => {
      end = 'too slow'
      out.destroy()
    },
  })
}

const lastEventIdOf = ({ headers }: FastifyRequest): string | undefined =>
  [headers['last-event-id']].flat()[0]
