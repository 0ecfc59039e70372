// Tells the pages of this product from those of others.
import type { FastifyRequest } from 'fastify'

import { loopbackNames } from '../env.ts'

/**
 * Whether a page of another site made the request. Browsers say where a request comes from; a client that says
 * nothing is no browser, and has no cookies to misuse.
 */
export function isForeign({ headers }: FastifyRequest, publicUrl: URL | null): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site === 'cross-site' || site === 'same-site') return true
  if (origin === undefined) return false
  if (publicUrl !== null) return origin !== publicUrl.origin
  const url = URL.parse(origin)
  return url === null || !loopbackNames.has(url.hostname) || url.host !== host?.toLowerCase()
}
