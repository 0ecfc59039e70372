// The API client: makes the calls of the contract with the token of the session, and turns every failure into an ApiProblem.
import type { Answer, Asked, Call } from '@tengrand/contract/call.ts'
import { safeParse } from 'zod/mini'

import { ApiProblem, misunderstood, refusedProblem, tokenless } from './problem.ts'
import { accessRefusalCodes, currentTokenSource, type Refused } from './token-source.ts'
import { send, type Parts, type Reply, type RequestOptions } from './transport.ts'

export async function call<C extends Call>(
  described: C,
  parts: Asked<C>,
  options: RequestOptions = {},
): Promise<Answer<C>> {
  // Calls of identity are authenticated by the cookie.
  const isSigned =
    described.access === 'signed-in' ||
    (described.access === 'optional' && currentTokenSource() !== undefined)
  const sendCall = isSigned ? sendSigned : send
  const reply = await sendCall(described, parts, options)
  const { status, ok, requestId, body } = reply
  if (!ok) throw refusedProblem(status, body, reply)
  const { success, data, error } = safeParse<C['answer']>(described.answer, body)
  if (!success) throw new ApiProblem({ ...misunderstood, status, requestId }, { cause: error })
  return data
}

// Retries a 401 with a fresh token, because the first may just have expired; a second 401 ends the session. Both tokens come
// from the same source: another account that signs in meanwhile must not send this request.
async function sendSigned(described: Call, parts: Parts, options: RequestOptions) {
  const tokenSource = currentTokenSource()
  const token = await tokenSource?.getToken({ forceRefresh: false })
  if (token === undefined) throw new ApiProblem(tokenless)
  let reply = await send(described, parts, { ...options, token })
  if (reply.status === 401) {
    const fresh = await tokenSource?.getToken({ forceRefresh: true })
    // The token source itself ends an expired session; without a token here, the renewal just failed.
    if (fresh === undefined) throw new ApiProblem(tokenless)
    reply = await send(described, parts, { ...options, token: fresh })
  }
  const refused = whyRefused(reply)
  if (refused !== undefined) tokenSource?.onRefused(refused)
  return reply
}

function whyRefused({ status, body }: Reply): Refused | undefined {
  if (status === 401) return 'lost'
  return status === 403 ? accessRefusalCodes.find((code) => code === Object(body).code) : undefined
}
