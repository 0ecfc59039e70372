// A person who signs up in a test, and what they can say to the API afterwards.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export interface Learner {
  readonly email: string
  readonly token: string
  readonly get: (url: string) => Promise<LightMyRequestResponse>
  readonly post: (url: string, body: object) => Promise<LightMyRequestResponse>
}

let signedUp = 0

export async function signUp(
  app: FastifyInstance,
  email = `learner-${(signedUp += 1)}@school.example`,
): Promise<Learner> {
  const password = 'correct horse battery'
  const answer = await app.inject({
    method: 'POST',
    url: '/identity/sign-up/email',
    payload: { email, password },
  })
  if (answer.statusCode !== 200) throw new Error(`Could not sign up: ${answer.body}`)
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  const { token } = (await app.inject({ url: '/identity/token', cookies })).json()
  const headers = { authorization: `Bearer ${token}` }
  return {
    email,
    token,
    get: (url) => app.inject({ url, headers }),
    post: (url, body) => app.inject({ method: 'POST', url, headers, payload: body }),
  }
}
