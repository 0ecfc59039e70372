// Signs the learner of the demo world in.
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

import { demoLearner } from '../people.ts'

/** Signs in by email and password, like any other learner. */
export async function signInAsLearner(app: FastifyInstance) {
  const { email, password } = demoLearner
  const answer = await app.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    payload: { email, password },
  })
  expect(answer.statusCode).toBe(200)
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  const { token } = (await app.inject({ url: '/identity/token', cookies })).json()
  return async (url: string) => {
    const got = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(got.statusCode).toBe(200)
    return got.json()
  }
}
