// What an OpenID Connect issuer says about itself, as the library that talks to it needs it.
import type { FastifyBaseLogger } from 'fastify'
import * as client from 'openid-client'

import { httpsOrLoopback } from '../env.ts'
import { fetchWithin } from '../http/fetch-json.ts'
import { createCached } from './cached.ts'

export interface DiscoveryDeps {
  readonly issuer: string
  readonly clientId: string
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null
  /** Signatures that only the holder of a private key can make. */
  readonly algorithms: readonly string[]
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** The issuer does not answer, or says that it cannot work; that is no fault of this server. */
export class IssuerUnreachable extends Error {}

export interface Discovered {
  /** Null while the issuer has never been asked with success. */
  readonly known: () => Promise<client.Configuration | null>
  /** Null where it did not answer a moment ago, so that nobody is sent to a server that is down. */
  readonly reachable: () => Promise<client.Configuration | null>
}

export function createDiscovery(deps: DiscoveryDeps): Discovered {
  const { now, log } = deps
  const metadata = createCached({
    load: () => discover(deps),
    onFailure: (error) =>
      log.warn(
        { issuer: deps.issuer, why: whyOf(error) },
        'the issuer of identities cannot be asked',
      ),
    now,
    freshMs: 3_600_000,
    keptMs: 86_400_000,
    refreshEveryMs: 30_000,
    retryEveryMs: 5_000,
  })
  let last: { readonly of: string; readonly is: client.Configuration } | null = null

  const known = async (): Promise<client.Configuration | null> => {
    const found = await metadata.get()
    if (found === null) return null
    // The library reads the clock of the machine; this is how far ours is ahead, in seconds.
    const skew = Math.ceil((now() - Date.now()) / 1000)
    // Kept while nothing has changed, because the library keeps the issuer's keys with it.
    const of = JSON.stringify([found, skew])
    if (last?.of !== of) last = { of, is: configure(deps, found, skew) }
    return last.is
  }
  return { known, reachable: async () => ((await metadata.refresh()) ? known() : null) }
}

async function discover({ issuer, clientId }: DiscoveryDeps): Promise<client.ServerMetadata> {
  const options = { [client.customFetch]: ask, execute: extensionsFor(issuer) }
  const answer = await client.discovery(new URL(issuer), clientId, undefined, undefined, options)
  const said: Readonly<Record<string, unknown>> = answer.serverMetadata()
  // The library takes the issuer with and without a slash, and that of any tenant of some companies.
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
  // Without what it leaves out, or says in a way that makes no sense.
  return JSON.parse(JSON.stringify(found)) as client.ServerMetadata
}

/** Nobody is quoted here: all of it is about the issuer. */
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
  // The library would believe the token because of where it came from; the signature is looked at all the same.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

/** Over the open network only encrypted; a stand-in on this machine need not be. */
const extensionsFor = (issuer: string) =>
  issuer.startsWith('http:') ? [client.allowInsecureRequests] : []

/** In the header, as the standard has it where nothing is said, unless the issuer takes it in the body only. */
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
