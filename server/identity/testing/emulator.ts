// A stand-in for the Firebase Auth Emulator, which accepts every token of a person in its list.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

import { listenOnLoopback } from '../../testing/loopback.ts'

import { forge, unsigned } from './signer.ts'

export interface Emulator {
  readonly url: string
  /** The ids of the people who have signed up. */
  readonly people: Set<string>
  readonly asked: readonly { readonly path: string; readonly idToken: unknown }[]
  status: number | null
  /** A token like those of the emulator, with these changes. */
  readonly token: (claims?: object, header?: object) => string
}

export const project = 'demo-tengrand'

/** Closed when the test ends. */
export async function startEmulator({ now = Date.now() } = {}): Promise<Emulator> {
  const asked: { path: string; idToken: unknown }[] = []
  const server = createServer(async (request, response) => {
    const { idToken } = JSON.parse(await text(request)) as { idToken: string }
    asked.push({ path: request.url ?? '', idToken })
    const { status, body } = lookUp(idToken, emulator.people)
    response.writeHead(emulator.status ?? status).end(JSON.stringify(body))
  })
  const port = await listenOnLoopback(server)
  const issuedAt = Math.floor(now / 1000)
  const emulator: Emulator = {
    url: `http://127.0.0.1:${port}`,
    people: new Set(['ada']),
    asked,
    status: null,
    token: (claims = {}, header = {}) =>
      forge(
        { alg: 'none', typ: 'JWT', ...header },
        {
          email: 'ada@example.org',
          email_verified: false,
          auth_time: issuedAt,
          user_id: 'ada',
          firebase: { identities: { email: ['ada@example.org'] }, sign_in_provider: 'password' },
          iat: issuedAt,
          exp: issuedAt + 3_600,
          aud: project,
          iss: `https://securetoken.google.com/${project}`,
          sub: 'ada',
          ...claims,
        },
        unsigned,
      ),
  }
  return emulator
}

/** Looks up the claim user_id, as the emulator does. */
function lookUp(idToken: string, people: Set<string>): { status: number; body: object } {
  const [, body = ''] = idToken.split('.')
  const { user_id: id } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
    user_id: string
  }
  return people.has(id)
    ? {
        status: 200,
        body: { kind: 'identitytoolkit#GetAccountInfoResponse', users: [{ localId: id }] },
      }
    : { status: 400, body: { error: { code: 400, message: 'USER_NOT_FOUND' } } }
}
