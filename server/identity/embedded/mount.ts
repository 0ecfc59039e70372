// The provider's addresses under /identity: exactly these, for pages of this product, each in the form it is meant to have.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sendRefusal } from '../../problem.ts'
import { groupAddress } from './address.ts'
import type { SessionCookies } from './cookies.ts'
import type { Google } from './google.ts'
import { textsOf } from './input.ts'
import type { Letters } from './letters.ts'
import { isForeign } from './origin.ts'
import {
  currentSession,
  issueToken,
  rememberDevice,
  signIn,
  signOut,
  signUp,
  welcome,
  type Current,
  type ProviderDoors,
  type Refused,
  type SignedIn,
  type Visitor,
} from './provider.ts'
import { askForReset, confirmReset } from './reset.ts'
import { Busy } from './turnstile.ts'

export interface MountDoors {
  readonly provider: ProviderDoors
  readonly publicUrl: URL | null
  readonly cookies: SessionCookies
  readonly letters: Letters
  /** Null: not set up. */
  readonly google: Google | null
}

export function mountProvider(app: FastifyInstance, doors: MountDoors): void {
  const add = addTo(app, doors.publicUrl)
  addSigning(add, doors)
  addSession(add, doors)
  addReset(add, doors)
  addGoogle(app, add, doors)
  app.get('/identity/jwks', { exposeHeadRoute: false }, async (_request, reply) => {
    void reply.header('cache-control', 'public, max-age=60')
    return { keys: await doors.provider.keys.published() }
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<object>
type Add = (method: 'GET' | 'POST', path: string, handler: Handler) => void

const addTo =
  (app: FastifyInstance, publicUrl: URL | null): Add =>
  (method, path, handler) => {
    app.route({
      method,
      url: `/identity${path}`,
      exposeHeadRoute: false,
      // Before the body is read.
      onRequest: async (request, reply) => {
        if (isForeign(request, publicUrl)) {
          return sendRefusal(request, reply, { code: 'foreign_origin' })
        }
        // A form of another site can send anything but this.
        if (method === 'POST' && !isJson.test(request.headers['content-type'] ?? '')) {
          return sendRefusal(request, reply, { code: 'unsupported_media_type' })
        }
      },
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        const answer = await handler(request, reply).catch(refuseWhenBusy)
        return isRefused(answer) ? sendRefusal(request, reply, answer.refusal) : answer
      },
    })
  }

const isJson = /^application\/json\s*(;|$)/i

const isRefused = (answer: object): answer is Refused => 'refusal' in answer

function refuseWhenBusy(error: unknown): Refused {
  if (error instanceof Busy) return { refusal: { code: 'unavailable' } }
  throw error
}

function addSigning(add: Add, { provider, cookies }: MountDoors): void {
  const letIn = ({ user, token, deviceCookie }: SignedIn, reply: FastifyReply): object => {
    const { id, email } = user
    void reply.header('set-cookie', [...cookies.set(token), deviceCookie])
    return { user: { id, email } }
  }
  const ways = { '/sign-up/email': signUp, '/sign-in/email': signIn }
  for (const [path, way] of Object.entries(ways)) {
    add('POST', path, async (request, reply) => {
      const given = textsOf(request.body, ['email', 'password'])
      if (given === null) return mustHave('email and password')
      const replaced = cookies.tokenOf(request.headers.cookie)
      const result = await way(provider, given, { ...visitorOf(request), replaced })
      return 'refusal' in result ? result : letIn(result, reply)
    })
  }
  add('POST', '/sign-out', async (request, reply) => {
    // Whatever happens to the session, this browser forgets it.
    void reply.header('set-cookie', cookies.clear())
    const token = cookies.tokenOf(request.headers.cookie)
    if (token !== null) await signOut(provider, token)
    return { success: true }
  })
}

function addSession(add: Add, { provider, cookies }: MountDoors): void {
  const current = async (request: FastifyRequest, reply: FastifyReply): Promise<Current | null> => {
    const token = cookies.tokenOf(request.headers.cookie)
    const found = token === null ? null : await currentSession(provider, token)
    if (found === null && cookies.isHinted(request.headers.cookie)) {
      void reply.header('set-cookie', cookies.clear())
    }
    if (found?.isProlonged === true && token !== null) {
      void reply.header('set-cookie', cookies.set(token))
    }
    return found
  }
  add('GET', '/get-session', async (request, reply) => {
    const found = await current(request, reply)
    return { user: found && { id: found.session.userId, email: found.session.email } }
  })
  add('GET', '/token', async (request, reply) => {
    const found = await current(request, reply)
    if (found === null) return { refusal: { code: 'unauthorized' } }
    return { token: await issueToken(provider, found.session) }
  })
}

function addReset(add: Add, { provider, letters }: MountDoors): void {
  add('POST', '/request-password-reset', async (request) => {
    const given = textsOf(request.body, ['email'])
    if (given === null) return mustHave('email')
    const refused = await askForReset(provider, letters, given, visitorOf(request))
    return refused ?? { status: true }
  })
  add('POST', '/reset-password', async (request, reply) => {
    const given = textsOf(request.body, ['token', 'newPassword'])
    if (given === null) return mustHave('token and newPassword')
    const result = await confirmReset(provider, given)
    if ('refusal' in result) return result
    const { cookie } = request.headers
    void reply.header('set-cookie', await rememberDevice(provider, cookie, result))
    return { status: true }
  })
}

function addGoogle(app: FastifyInstance, add: Add, doors: MountDoors): void {
  const { provider, cookies, google } = doors
  add('POST', '/sign-in/social', async (request, reply) => {
    const given = textsOf(request.body, ['provider', 'nonce'])
    if (given?.provider !== 'google' || !/^[\w-]{16,64}$/.test(given.nonce)) {
      return mustHave('provider (google) and nonce (16 to 64 letters or digits)')
    }
    if (google === null) return { refusal: { code: 'google_not_set_up' } }
    const begun = await google.begin(given.nonce)
    if (begun === null) return { refusal: { code: 'google_unavailable' } }
    void reply.header('set-cookie', [...begun.setCookies])
    return { url: begun.url }
  })
  if (google === null) return
  // Not through the guard: it is Google that sends the browser here, and the state in its cookie that is checked.
  app.get('/identity/callback/google', { exposeHeadRoute: false }, async (request, reply) => {
    const { cookie } = request.headers
    const { location, setCookies, token } = await google.finish(request.query, cookie)
    void reply.header('cache-control', 'no-store').header('set-cookie', [...setCookies])
    if (token === null) return reply.redirect(location)
    const arrival = { cookies: cookie, replaced: cookies.tokenOf(cookie) }
    const welcomed = await welcome(provider, token, arrival)
    const device = welcomed === null ? [] : [welcomed.deviceCookie]
    return reply.header('set-cookie', [...cookies.set(token), ...device]).redirect(location)
  })
}

const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  address: groupAddress(ip),
  cookies: headers.cookie,
})

const mustHave = (fields: string): Refused => ({
  refusal: { code: 'invalid_request', reason: `The body must have the text fields ${fields}.` },
})
