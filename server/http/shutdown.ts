// Graceful shutdown: ends the serving of requests without cutting off those that are under way.
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { connectionsOf, endGracefully, unusedOf, type Connections } from './connections.ts'

const lookEveryMs = 50
/**
 * So many looks must find a connection without a request, so that its client is not between two of them; where there
 * is time, more. Looks are counted because time alone says nothing on a machine that stood still for a moment.
 */
const looks = { least: 10, most: 40 }
/** After this time without a request one look is enough. */
const unusedMs = 5_000
/** An operator who asks twice does not wait for slow requests. */
const hurriedMs = 1_000
const settleMs = 30
const settleTries = 20
/** Connections that arrive in a turn of the event loop, after it has taken those from before, are few in so short a one. */
const quickTurnMs = 2

export interface Leaving {
  /** So long it is only said, for the load balancer to send requests elsewhere. */
  readonly drainMs: number
  readonly finishWithinMs: number
  /** Aborted where the operator cannot wait. */
  readonly hurry: AbortSignal
}

interface Patience {
  readonly looksMin?: number
  readonly hurry?: AbortSignal
}

const never = AbortSignal.any([])
const leavers = new WeakSet<FastifyInstance>()

/** Says that this server is leaving, goes on for the pause, and then closes. */
export async function leave(app: FastifyInstance, leaving: Leaving): Promise<void> {
  const { drainMs, finishWithinMs, hurry } = leaving
  // A start that has failed has no clients.
  if (app.server.listening && drainMs > 0) {
    leavers.add(app)
    connectionsOf(app.server)?.closeAfterAnswers(true)
    await sleep(drainMs, undefined, { signal: hurry }).catch(() => undefined)
  }
  const looksMin = Math.min(Math.max(drainMs / lookEveryMs, looks.least), looks.most)
  await closeWithin(app, finishWithinMs, { looksMin, hurry })
}

/** For readiness: throws from the moment on in which the end was decided. */
export function refuseWhileLeaving(app: FastifyInstance): void {
  if (leavers.has(app)) throw new Error('the server is leaving')
}

/** Takes nothing new and lets what is on the way finish; what is slower than the limit is cut off. */
export async function closeWithin(
  app: FastifyInstance,
  limitMs: number,
  { looksMin = looks.least, hurry = never }: Patience = {},
): Promise<void> {
  const cutOff = () => app.server.closeAllConnections()
  const limit = setTimeout(cutOff, limitMs)
  const onHurry = () => void setTimeout(cutOff, hurriedMs).unref()
  if (hurry.aborted) onHurry()
  else hurry.addEventListener('abort', onHurry, { once: true })
  leavers.add(app)
  const connections = connectionsOf(app.server)
  if (connections !== undefined && app.server.listening) await closeListener(app, connections)
  const look = () => void closeUnused(connections, looksMin)
  const idle = setInterval(look, lookEveryMs)
  look()
  await app.close()
  clearInterval(idle)
  clearTimeout(limit)
  hurry.removeEventListener('abort', onHurry)
}

/**
 * The system completes connections before this process takes them, and resets those that are not taken when the
 * listener closes. So clients may stay on the connection they have until no new one has come for a moment; then the
 * listener closes, right after a short turn of the event loop, and only then all are told to close.
 */
async function closeListener({ server }: FastifyInstance, connections: Connections): Promise<void> {
  connections.closeAfterAnswers(false)
  for (let tries = 0; tries < settleTries; tries += 1) {
    const seen = connections.taken()
    // One look after the other.
    // oxlint-disable-next-line no-await-in-loop
    await sleep(settleMs)
    const began = performance.now()
    // oxlint-disable-next-line no-await-in-loop
    await turn()
    if (seen === connections.taken() && performance.now() - began < quickTurnMs) break
  }
  // Part of Node's closing; it would destroy those between two questions, whatever is arriving on them.
  server.closeIdleConnections = () => undefined
  server.close()
  connections.closeAfterAnswers(true)
}

/**
 * A browser keeps its connection after the answer and opens others in advance; no request waits on those. But a client
 * that has just been answered may be about to ask again: that is answered, and the answer says that it was the last.
 */
async function closeUnused(connections: Connections | undefined, looksMin: number): Promise<void> {
  // What has arrived in the meantime is read first.
  await turn()
  if (connections === undefined) return
  for (const socket of unusedOf(connections, looksMin, unusedMs)) endGracefully(socket)
}
