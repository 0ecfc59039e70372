// A stand-in for Google, or for the issuer of a school, on this machine: a real OpenID provider with one person and one page, for
// tests and for a browser.
import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  interactionPolicy,
  Provider,
  type Adapter,
  type AdapterPayload,
  type Configuration,
} from 'oidc-provider'

export interface StandInPerson {
  readonly sub: string
  readonly email?: string
  /** Any type, because some providers send text. */
  readonly email_verified?: unknown
  /** The domain of the email, if the issuer manages its addresses. */
  readonly hd?: string
}

export interface StandInIssuer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly setPerson: (person: StandInPerson) => void
  readonly close: () => Promise<void>
}

export interface StandInOptions {
  readonly port?: number
  readonly redirectUris: string[]
  readonly postLogoutRedirectUris?: string[]
  readonly name?: string
  readonly person: StandInPerson
  /** An RSA key for signatures; by default all issuers of the process share one. */
  readonly key?: KeyObject
}

export async function startStandInIssuer(options: StandInOptions): Promise<StandInIssuer> {
  let { person } = options
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const clientId = 'tengrand-in-a-test'
  const clientSecret = randomBytes(16).toString('hex')
  const provider = new Provider(issuer, {
    ...settings,
    jwks: { keys: [jwkOf(options.key ?? usualKey())] },
    adapter: inMemory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: options.redirectUris,
        post_logout_redirect_uris: options.postLogoutRedirectUris ?? [],
      },
    ],
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...person, email_verified: person.email_verified as boolean, sub }),
    }),
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const asked = /^\/choose\/[\w-]+(\/continue|\/cancel)?$/.exec(request.url ?? '')
    const name = options.name ?? 'Stand-in Google'
    const work = asked ? choose({ provider, person, name }, asked[1], request, response) : undefined
    if (work === undefined) void answer(request, response)
    else work.catch(() => response.writeHead(500).end())
  })
  return {
    issuer,
    clientId,
    clientSecret,
    setPerson: (next) => (person = next),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Shows the page every time, as Google does with the prompt `select_account`. */
async function choose(
  { provider, person, name }: { provider: Provider; person: StandInPerson; name: string },
  step: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (step === undefined) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page(name, person.email ?? person.sub, request.url ?? ''))
    return
  }
  const result =
    step === '/continue'
      ? { login: { accountId: person.sub, remember: false }, select_account: {} }
      : { error: 'access_denied', error_description: 'The person cancelled.' }
  await provider.interactionFinished(request, response, result)
}

const page = (name: string, email: string, path: string): string =>
  frame(
    name,
    `<h1>Choose an account</h1>
<form method="post" action="${path}/continue"><button>Continue as ${email}</button></form>
<form method="post" action="${path}/cancel"><button>Cancel</button></form>`,
  )

/** The empty icon keeps browsers from requesting one. */
const frame = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head>
<body>
${content}
</body>
</html>
`

const policy = interactionPolicy.base()
policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)

let made: KeyObject | undefined
/** Created only if needed, because generating it takes a quarter of a second. */
const usualKey = () => (made ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)

const jwkOf = (key: KeyObject) => ({
  ...key.export({ format: 'jwk' }),
  kid: 'stand-in',
  alg: 'RS256',
  use: 'sig',
})

const settings: Configuration = {
  cookies: { keys: [randomBytes(32).toString('hex')] },
  claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
  // The identity token contains the email, as with Google.
  conformIdTokenClaims: false,
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      logoutSource: (context, form) => {
        const yes =
          '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>'
        context.body = frame('Sign out', `${form}${yes}`)
      },
    },
  },
  interactions: { policy, url: (_context, { uid }) => `/choose/${uid}` },
  pkce: { required: () => true },
  ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
  /** Grants all scopes without a consent page. */
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    })
    grant.addOIDCScope('openid email')
    await grant.save()
    return grant
  },
}

/** The storage of the provider, in memory. */
function inMemory(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  return (model) => {
    const find = (matches: (payload: AdapterPayload) => boolean) =>
      [...stored].find(([key, payload]) => key.startsWith(`${model} `) && matches(payload))?.[1]
    return {
      upsert: async (id, payload) => void stored.set(`${model} ${id}`, { ...payload }),
      find: async (id) => stored.get(`${model} ${id}`),
      findByUid: async (uid) => find((payload) => payload.uid === uid),
      findByUserCode: async (code) => find((payload) => payload.userCode === code),
      destroy: async (id) => void stored.delete(`${model} ${id}`),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
      },
      consume: async (id) => {
        const payload = stored.get(`${model} ${id}`)
        if (payload !== undefined) payload.consumed = 1
      },
    }
  }
}
