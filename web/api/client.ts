// The API client: makes the calls of the contract with the token of the session, and turns every failure into an ApiProblem.
import type { Answer, Asked, Call } from '@tengrand/contract/call.ts'
import { safeParse } from 'zod/mini'

import { misunderstoodProblem, refusedProblem, tokenlessProblem } from './problem.ts'
import { accessRefusalCodes, currentTokenSource, type Refused } from './token-source.ts'
import { send, type Parts, type Reply, type RequestOptions } from './transport.ts'

export async function call<C extends Call>(
  described: C,
  asked: Asked<C>,
  options: RequestOptions = {},
): Promise<Answer<C>> {
  // Calls of identity go by the cookie.
  const reply = await (described.access === 'signed-in' ? sendSigned : send)(
    described,
    asked,
    options,
  )
  const { status, ok, requestId, body } = reply
  if (!ok) throw refusedProblem(status, body, reply)
  const { success, data, error } = safeParse<C['answer']>(described.answer, body)
  if (!success) throw misunderstoodProblem(status, error, requestId)
  return data
}

// A token may have ended a moment ago; only a fresh one that is refused too means that the session is over. Whoever
// asked first is also asked the second time: somebody else may have signed in meanwhile, and did not ask for this.
async function sendSigned(described: Call, asked: Parts, options: RequestOptions) {
  const tokenSource = currentTokenSource()
  const token = await tokenSource?.getToken({ forceRefresh: false })
  if (token === undefined) throw tokenlessProblem()
  let reply = await send(described, asked, { ...options, token })
  if (reply.status === 401) {
    const fresh = await tokenSource?.getToken({ forceRefresh: true })
    // A session that is over has ended by itself then; one that cannot be asked about just now has not.
    if (fresh === undefined) throw tokenlessProblem()
    reply = await send(described, asked, { ...options, token: fresh })
  }
  const refused = whyRefused(reply)
  if (refused !== undefined) tokenSource?.onRefused(refused)
  return reply
}

function whyRefused({ status, body }: Reply): Refused | undefined {
  if (status === 401) return 'lost'
  return status === 403 ? accessRefusalCodes.find((code) => code === Object(body).code) : undefined
}
