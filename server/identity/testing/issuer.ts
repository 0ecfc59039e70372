// An issuer on loopback that signs tokens, publishes keys, fails as the test wants, and counts requests.
import { createServer, type ServerResponse } from 'node:http'

import type { JWK } from 'jose'

import { listenOnLoopback } from '../../testing/loopback.ts'
import type { AtEnd } from '../../testing/world.ts'
import { createSigner, forge, type Signer } from './signer.ts'

export interface Issuer {
  readonly url: string
  readonly jwksUrl: string
  /** The time of issue of its tokens, in seconds since 1970. */
  readonly issuedAt: number
  /** The published keys. */
  keys: readonly (JWK | object)[]
  /** The discovery document. */
  discovery: object
  answers: IssuerBehavior
  /** The number of requests for a path. */
  readonly hits: (path: string) => number
  /** A valid token with these changes; undefined omits a claim or a header field. */
  readonly token: (claims?: object, header?: object, signer?: Signer) => string
  readonly claims: (changed?: object) => object
}

type IssuerBehavior =
  | 'well'
  | 'hangs up'
  | 'hangs'
  | '500'
  | 'a web page'
  | 'too much'
  | 'elsewhere'

export const audience = 'tengrand-api'

/** Created once, because generating keys takes time. */
export const signers = {
  RS256: createSigner('RS256'),
  ES256: createSigner('ES256'),
  EdDSA: createSigner('EdDSA'),
}

/** Closed when the test ends. */
export async function startIssuer({ now = Date.now() } = {}, atEnd?: AtEnd): Promise<Issuer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    answer(response, path, issuer)
  })
  const url = `http://127.0.0.1:${await listenOnLoopback(server, atEnd)}`
  const issuedAt = Math.floor(now / 1000)
  const claims = (changed: object = {}) => ({
    iss: url,
    aud: audience,
    sub: 'ada',
    email: 'ada@example.org',
    iat: issuedAt,
    exp: issuedAt + 900,
    ...changed,
  })
  const issuer: Issuer = {
    url,
    jwksUrl: `${url}/jwks`,
    issuedAt,
    keys: Object.values(signers).map(({ jwk }) => jwk),
    discovery: { issuer: url, jwks_uri: `${url}/jwks` },
    answers: 'well',
    hits: (path) => asked.filter((one) => one === path).length,
    claims,
    token: (changed, header = {}, { alg, kid, sign } = signers.ES256) =>
      forge({ alg, kid, typ: 'JWT', ...header }, claims(changed), sign),
  }
  return issuer
}

function answer(response: ServerResponse, path: string, issuer: Issuer): void {
  const body = path.startsWith('/jwks') ? { keys: issuer.keys } : issuer.discovery
  response.setHeader('content-type', 'application/json')
  switch (issuer.answers) {
    case 'well':
      return void response.end(JSON.stringify(body))
    case 'hangs up':
      return void response.destroy()
    case 'hangs':
      return
    case '500':
      return void response.writeHead(500).end(JSON.stringify(body))
    case 'a web page':
      return void response.end('<!doctype html>')
    case 'too much':
      return void response.end(JSON.stringify({ ...body, pad: ' '.repeat(300_000) }))
    case 'elsewhere':
      if (path.endsWith('/moved')) return void response.end(JSON.stringify(body))
      return void response.writeHead(302, { location: `${path}/moved` }).end()
  }
}
