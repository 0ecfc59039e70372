// Parses UUIDs: ids of portfolios and idempotency keys.
import { randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The UUID in lower case; null for other texts. */
export const parseUuid = (text: string): string | null =>
  uuid.test(text) ? text.toLowerCase() : null

/**
 * The Idempotency-Key of a request: a retry with the same key has no second effect. A request without a key gets a random
 * one, for retries inside the server. Null where the header is no UUID.
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return randomUUID()
  return typeof key === 'string' ? parseUuid(key) : null
}
