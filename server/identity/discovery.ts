// Loads the discovery document of an OpenID Connect issuer and configures openid-client with it.
import type { FastifyBaseLogger } from 'fastify'
import * as client from 'openid-client'

import { httpsOrLoopback } from '../env.ts'
import { fetchWithin } from '../http/fetch-json.ts'
import { createCached } from './cached.ts'

export interface DiscoveryDeps {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly algorithms: readonly string[]
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** The issuer does not answer, or answers with a server error. */
export class IssuerUnreachable extends Error {}

export type Discovery = ReturnType<typeof createDiscovery>

export function createDiscovery(deps: DiscoveryDeps) {
  const { now, log } = deps
  const metadata = createCached({
    load: () => discover(deps),
    onFailure: (error) =>
      log.warn(
        { issuer: deps.issuer, why: whyOf(error) },
        'the discovery document of the OpenID Connect issuer could not be loaded',
      ),
    now,
    freshMs: 3_600_000,
  })
  let cached: { readonly key: string; readonly configuration: client.Configuration } | null = null

  /** Null if no discovery document was loaded within the last day. */
  const known = async (): Promise<client.Configuration | null> => {
    const found = await metadata.get()
    if (found === null) return null
    // openid-client reads the system clock; `skew` is how many seconds `now()` is ahead of it.
    const skew = Math.ceil((now() - Date.now()) / 1000)
    // Reused while nothing has changed, because openid-client caches the issuer's keys in it.
    const key = JSON.stringify([found, skew])
    if (cached?.key !== key) cached = { key, configuration: configure(deps, found, skew) }
    return cached.configuration
  }
  /** Null where the last request failed: no browser is redirected to a server that is down. */
  const reachable = async () => ((await metadata.refresh()) ? known() : null)
  return { known, reachable }
}

async function discover({ issuer, clientId }: DiscoveryDeps): Promise<client.ServerMetadata> {
  const options = { [client.customFetch]: ask, execute: extensionsFor(issuer) }
  const answer = await client.discovery(new URL(issuer), clientId, undefined, undefined, options)
  const said: Readonly<Record<string, unknown>> = answer.serverMetadata()
  // openid-client accepts the issuer with and without a slash, and for some providers the issuer of any tenant.
  if (said['issuer'] !== issuer) throw new Error('The discovery document names another issuer.')
  const jwks_uri = addressIn(said['jwks_uri'])
  if (jwks_uri === undefined) throw new Error('The discovery document names no keys with https.')
  const found = {
    issuer,
    jwks_uri,
    authorization_endpoint: addressIn(said['authorization_endpoint']),
    token_endpoint: addressIn(said['token_endpoint']),
    userinfo_endpoint: addressIn(said['userinfo_endpoint']),
    end_session_endpoint: addressIn(said['end_session_endpoint']),
    id_token_signing_alg_values_supported: namesIn(said['id_token_signing_alg_values_supported']),
    token_endpoint_auth_methods_supported: namesIn(said['token_endpoint_auth_methods_supported']),
    authorization_response_iss_parameter_supported:
      said['authorization_response_iss_parameter_supported'] === true,
  }
  // Drops the undefined values.
  return JSON.parse(JSON.stringify(found)) as client.ServerMetadata
}

/** Safe to log: these messages contain data of the issuer only, no personal data. */
const whyOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.cause === undefined ? [] : whyOf(error.cause)].flat().join(' ')
    : ''

const addressIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? httpsOrLoopback(value) : undefined

const namesIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined

function configure(
  { issuer, clientId, clientSecret, algorithms }: DiscoveryDeps,
  found: client.ServerMetadata,
  skew: number,
): client.Configuration {
  const signed = found.id_token_signing_alg_values_supported ?? ['RS256']
  const configuration = new client.Configuration(
    {
      ...found,
      id_token_signing_alg_values_supported: signed.filter((name) => algorithms.includes(name)),
    },
    clientId,
    { [client.clockSkew]: skew },
    authenticationOf(clientSecret, found.token_endpoint_auth_methods_supported),
  )
  configuration[client.customFetch] = ask
  for (const extension of extensionsFor(issuer)) extension(configuration)
  // By default openid-client skips the signature of a token that comes from the token endpoint.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

/** Plain http is configurable for loopback only. */
const extensionsFor = (issuer: string) =>
  issuer.startsWith('http:') ? [client.allowInsecureRequests] : []

/**
 * Sends the client secret in the Authorization header, the default of OpenID Connect, or in the body if the issuer
 * lists no `client_secret_basic`.
 */
function authenticationOf(secret: string | null, methods?: readonly string[]): client.ClientAuth {
  if (secret === null) return client.None()
  const inBody = methods !== undefined && !methods.includes('client_secret_basic')
  return inBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
}

const ask: client.CustomFetch = async (url, options) => {
  const response = await fetchWithin(url, options as RequestInit).catch((cause: unknown) => {
    throw new IssuerUnreachable('The issuer does not answer.', { cause })
  })
  if (response.status >= 500) throw new IssuerUnreachable(`The issuer answers ${response.status}.`)
  return response
}
