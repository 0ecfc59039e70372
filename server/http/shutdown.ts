// Graceful shutdown: stops serving without aborting the requests in progress.
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { connectionsOf, endGracefully, unusedOf, type Connections } from './connections.ts'

const lookEveryMs = 50
/**
 * A connection is closed when so many checks have found it idle, so that its client is not between two requests. Checks
 * are counted, because elapsed time says nothing on a machine that was suspended.
 */
const looks = { least: 10, most: 40 }
/** After this idle time one check is enough. */
const unusedMs = 5_000
/** The time for slow requests after a second signal. */
const hurriedMs = 1_000
const settleMs = 30
const settleTries = 20
/** In a turn of the event loop as short as this, few new connections arrive. */
const quickTurnMs = 2

export interface Leaving {
  /** How long readiness fails before the listener closes, for the load balancer. */
  readonly drainMs: number
  readonly finishWithinMs: number
  /** Aborted by a second signal. */
  readonly hurry: AbortSignal
}

const never = AbortSignal.any([])
const leavers = new WeakSet<FastifyInstance>()

/** Fails readiness, serves on for the drain time, and then closes. */
export async function leave(app: FastifyInstance, leaving: Leaving): Promise<void> {
  const { drainMs, finishWithinMs, hurry } = leaving
  // After a failed start there are no clients.
  if (app.server.listening && drainMs > 0) {
    leavers.add(app)
    connectionsOf(app.server)?.closeAfterAnswers(true)
    await sleep(drainMs, undefined, { signal: hurry }).catch(() => undefined)
  }
  const looksMin = Math.min(Math.max(drainMs / lookEveryMs, looks.least), looks.most)
  await closeWithin(app, finishWithinMs, { looksMin, hurry })
}

/** The readiness check: throws once the shutdown has begun. */
export function refuseWhileLeaving(app: FastifyInstance): void {
  if (leavers.has(app)) throw new Error('the server is leaving')
}

/** Accepts no new connections and waits for the requests in progress, within the limit. */
export async function closeWithin(
  app: FastifyInstance,
  limitMs: number,
  { looksMin = looks.least, hurry = never } = {},
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
 * The operating system establishes connections before this process accepts them, and resets the others when the listener
 * closes. So responses keep their connections until no new one has arrived for a moment; then the listener closes, right
 * after a short turn of the event loop, and only then responses close their connections.
 */
async function closeListener({ server }: FastifyInstance, connections: Connections): Promise<void> {
  connections.closeAfterAnswers(false)
  for (let tries = 0; tries < settleTries; tries += 1) {
    const seen = connections.accepted()
    // oxlint-disable-next-line no-await-in-loop
    await sleep(settleMs)
    const began = performance.now()
    // oxlint-disable-next-line no-await-in-loop
    await turn()
    if (seen === connections.accepted() && performance.now() - began < quickTurnMs) break
  }
  // server.close calls it, and it would destroy connections on which a request is arriving.
  server.closeIdleConnections = () => undefined
  server.close()
  connections.closeAfterAnswers(true)
}

/**
 * Browsers keep connections open and open some in advance, without a request. A client that has just been answered may send
 * another request: it is answered with `connection: close`.
 */
async function closeUnused(connections: Connections | undefined, looksMin: number): Promise<void> {
  // Lets the server read the requests that have arrived.
  await turn()
  if (connections === undefined) return
  for (const socket of unusedOf(connections, looksMin, unusedMs)) endGracefully(socket)
}
