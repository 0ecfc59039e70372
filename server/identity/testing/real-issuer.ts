// A certified OpenID Connect server on loopback, whose tokens the verifier must accept.
import { createServer } from 'node:http'

import { Provider } from 'oidc-provider'

import { listenOnLoopback } from '../../testing/loopback.ts'
import { rsaKey } from './signer.ts'

export interface RealIssuer {
  readonly url: string
  /** Requests an access token for a resource, as a client does. */
  readonly accessToken: (resource: string) => Promise<string>
}

const client = { id: 'a-client', secret: 'a secret of the client' }

/** Closed when the test ends. */
export async function startRealIssuer(): Promise<RealIssuer> {
  const server = createServer()
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const answer = openProvider(url).callback()
  server.on('request', (request, response) => void answer(request, response))
  return {
    url,
    accessToken: async (resource) => {
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${client.id}:${encodeURIComponent(client.secret)}`)}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
      })
      const { access_token: token } = (await response.json()) as { access_token: string }
      return token
    },
  }
}

const openProvider = (url: string): Provider =>
  new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    cookies: { keys: ['a key for cookies that nobody gets'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: '',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 900,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    jwks: { keys: [rsaKey().export({ format: 'jwk' })] },
    ttl: { ClientCredentials: 900 },
  })
