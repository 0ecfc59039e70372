// An issuer whose identity tokens and discovery document a test can change, so that each check can be tested.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'

import { SignJWT, type JWTPayload } from 'jose'

import { listenOnLoopback } from '../../testing/loopback.ts'
import { sharedByTests } from '../../testing/shared-worlds.ts'
import type { AtEnd } from '../../testing/world.ts'

export interface Crafted {
  readonly issuer: string
  /** Changes to a valid token; undefined leaves a claim out. */
  claims: JWTPayload
  /** The key of the signatures. */
  key: KeyObject
  /** Sent instead of a signed one; null sends none. */
  idToken: string | null | undefined
  discovery: object
}

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const own = pair()
export const someoneElses = pair().privateKey

/** Closed when the test ends. */
export async function startCraftedGoogle(clientId: string, atEnd?: AtEnd): Promise<Crafted> {
  let nonce: string | null = null
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const json = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(crafted.discovery)
      case '/keys':
        return json({
          keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256' }],
        })
      case '/auth':
        nonce = url.searchParams.get('nonce')
        return response
          .writeHead(302, {
            location: `${url.searchParams.get('redirect_uri')}?code=c&state=${url.searchParams.get('state')}`,
          })
          .end()
      case '/token':
        return json({ access_token: 'a', token_type: 'Bearer', ...(await idTokenOf(crafted)) })
      default:
        return json({ sub: '1', email: 'grace@school.example', email_verified: true })
    }
  })

  async function idTokenOf({ idToken, claims, key }: Crafted) {
    if (idToken === null) return {}
    if (idToken !== undefined) return { id_token: idToken }
    const now = Math.floor(Date.now() / 1000)
    const payload = {
      iss: issuer,
      aud: clientId,
      sub: '1',
      email: 'grace@school.example',
      email_verified: true,
      iat: now,
      exp: now + 600,
      nonce,
      ...claims,
    }
    return {
      id_token: await new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(key),
    }
  }

  const issuer = `http://127.0.0.1:${await listenOnLoopback(server, atEnd)}`
  const crafted: Crafted = {
    issuer,
    ...good,
    discovery: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['ES256'],
    },
  }
  return crafted
}

const good = { claims: {}, key: own.privateKey, idToken: undefined }

/** One issuer for all tests of a block, reset for each test. Called where tests are defined. */
export function sharedCraftedGoogle(clientId: string): () => Promise<Crafted> {
  const started = sharedByTests((atEnd) => startCraftedGoogle(clientId, atEnd))
  return async () => Object.assign(await started(), good)
}
