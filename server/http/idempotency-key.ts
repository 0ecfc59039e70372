// The key by which a client can send the same request again: what it asks for is done once.
import { randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { parseUuid } from '../uuid.ts'

/** A request without a key of its own gets one, by which a retry inside the server finds it. Null where it is no UUID. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return randomUUID()
  return typeof key === 'string' ? parseUuid(key) : null
}
