// What the ids of portfolios and the keys of requests look like.
import { randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** In small letters; null where the text is none. */
export const parseUuid = (text: string): string | null =>
  uuid.test(text) ? text.toLowerCase() : null

/**
 * The key by which a client can send the same request again: what it asks for is done once. A request without a key of
 * its own gets one, by which a retry inside the server finds it. Null where it is no UUID.
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return randomUUID()
  return typeof key === 'string' ? parseUuid(key) : null
}
