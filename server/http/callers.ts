// Who makes a signed-in call, and whether it is within their budget: settled before the body is even read.
import type { Call } from '@tengrand/contract/call.ts'
import type { Refusal } from '@tengrand/contract/refusals.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { AskForTurn } from './budgets.ts'
import { sendRefusal } from './problem.ts'

/** The person who is calling, as every use case knows them. */
export interface Caller {
  readonly accountId: number
  readonly email: string | null
}

/** Says who is calling, and takes the call from their budget: there is no other way to a signed-in call. */
export type Identify = (
  request: FastifyRequest,
  line: Call,
) => Promise<Admitted | { readonly refusal: Refusal }>

interface Admitted {
  readonly caller: Caller
  /** Null where the call needs no slot. */
  readonly askForTurn: AskForTurn | null
}

export function callersOf(identify: Identify, line: Call) {
  if (line.access !== 'signed-in') throw new Error(`${line.path} is for everybody.`)
  const callers = new WeakMap<FastifyRequest, Admitted>()
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const admitted = await identify(request, line)
      if ('refusal' in admitted) return sendRefusal(request, reply, admitted.refusal)
      callers.set(request, admitted)
    },
    admittedOf: (request: FastifyRequest): Admitted => {
      const admitted = callers.get(request)
      if (admitted === undefined) throw new Error('Nobody is calling.')
      return admitted
    },
  }
}

/** The slot is held as long as the work lasts, also after the client has gone. */
export async function inTurn(
  askForTurn: AskForTurn,
  work: () => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const turn = await askForTurn()
  if ('retryAfterSeconds' in turn) return sendRefusal(request, reply, noTurn(turn))
  try {
    return await work()
  } finally {
    turn.end()
  }
}

export const noTurn = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }): Refusal => ({
  code: 'too_many_requests',
  of: 'histories',
  retryAfterSeconds,
})
