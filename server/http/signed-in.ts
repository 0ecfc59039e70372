// Who makes a signed-in call, and whether it is within their budget: settled before the body is even read.
import type { Call } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { AcquireSlot } from './concurrency-limit.ts'
import { sendRefusal } from './problem.ts'

/** The person who is calling, as every use case knows them. */
export interface Caller {
  readonly accountId: number
  readonly email: string | null
  readonly signedInAt: number
  /** Of a session of this server; null for tokens of another issuer. */
  readonly sessionId: string | null
}

/** Says who is calling, and takes the call from their budget: there is no other way to a signed-in call. */
export type Identify = (
  request: FastifyRequest,
  call: Call,
) => Promise<Admitted | { readonly refusal: Refusal }>

interface Admitted {
  readonly caller: Caller
  /** Null where the call needs no slot. */
  readonly acquireSlot: AcquireSlot | null
}

export function authenticate(identify: Identify, call: Call) {
  if (call.access !== 'signed-in') throw new Error(`${call.path} is for everybody.`)
  const admittedBy = new WeakMap<FastifyRequest, Admitted>()
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const admitted = await identify(request, call)
      if ('refusal' in admitted) return sendRefusal(request, reply, admitted.refusal)
      admittedBy.set(request, admitted)
    },
    callerOf: (request: FastifyRequest): Admitted => {
      const admitted = admittedBy.get(request)
      if (admitted === undefined) throw new Error('Nobody is calling.')
      return admitted
    },
  }
}

/** The slot is held as long as the work lasts, also after the client has gone. */
export async function withSlot(
  acquireSlot: AcquireSlot,
  work: () => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const slot = await acquireSlot()
  if ('retryAfterSeconds' in slot) return sendRefusal(request, reply, noSlot(slot))
  try {
    return await work()
  } finally {
    slot.release()
  }
}

export const noSlot = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }): Refusal => ({
  code: 'too_many_requests',
  of: 'histories',
  retryAfterSeconds,
})
