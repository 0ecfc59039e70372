// Signs a learner up in a test and sends calls with their token.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export interface Learner {
  readonly email: string
  readonly token: string
  readonly get: (url: string) => Promise<LightMyRequestResponse>
  readonly post: (
    url: string,
    body: object,
    more?: Readonly<Record<string, string>>,
  ) => Promise<LightMyRequestResponse>
  readonly put: (url: string, body: object) => Promise<LightMyRequestResponse>
  readonly patch: (url: string, body: object) => Promise<LightMyRequestResponse>
  readonly delete: (url: string) => Promise<LightMyRequestResponse>
  /** The same learner on another node. */
  readonly at: (app: FastifyInstance) => Learner
  /** The same learner with a new token, because tokens expire within days. */
  readonly renew: () => Promise<Learner>
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
  const renew = async (): Promise<Learner> => {
    const { token } = (await app.inject({ url: '/identity/token', cookies })).json()
    return learnerAt(app, { email, token, renew })
  }
  return renew()
}

/** The holder of a token that another call has answered. */
export const learnerWith = (app: FastifyInstance, token: string): Learner =>
  learnerAt(app, { email: '', token, renew: async () => learnerWith(app, token) })

function learnerAt(app: FastifyInstance, who: Pick<Learner, 'email' | 'token' | 'renew'>): Learner {
  const headers = { authorization: `Bearer ${who.token}` }
  return {
    ...who,
    get: (url) => app.inject({ url, headers }),
    post: (url, body, more) =>
      app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload: body }),
    put: (url, body) => app.inject({ method: 'PUT', url, headers, payload: body }),
    patch: (url, body) => app.inject({ method: 'PATCH', url, headers, payload: body }),
    delete: (url) => app.inject({ method: 'DELETE', url, headers }),
    at: (other) => learnerAt(other, who),
  }
}
