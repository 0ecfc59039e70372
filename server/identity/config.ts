// Reads the settings of the identity provider from the environment.
import {
  anyText,
  domainName,
  httpsOrLoopback,
  listOf,
  loopbackOrigin,
  oneOf,
  shortText,
  wholeNumber,
  type Parser,
  type Reader,
} from '../env.ts'
import { StartProblem } from '../errors.ts'
import { readAdmission } from './admission.ts'

export type IdentityConfig = EmbeddedConfig | FirebaseConfig | OidcConfig
export type EmbeddedConfig = ReturnType<typeof readEmbedded>
export type FirebaseConfig = ReturnType<typeof readFirebase>
export type OidcConfig = ReturnType<typeof readOidc>
export type OidcWebConfig = NonNullable<OidcConfig['web']>
export type SessionConfig = ReturnType<typeof readSession>
export type SignInLimits = ReturnType<typeof readSignInLimits>

/** Signatures that only the holder of a private key can make. */
export const signingAlgorithms: readonly string[] = [
  ...['RS', 'PS', 'ES'].flatMap((kind) => [256, 384, 512].map((bits) => `${kind}${bits}`)),
  'EdDSA',
]
const kinds = ['embedded', 'firebase', 'oidc'] as const
const secretBytesMin = 32
const address = 'an https address (or http on this machine)'

export function readIdentityConfig(read: Reader, production: boolean): IdentityConfig {
  const kind = read('IDENTITY', 'embedded', oneOf(kinds), `one of ${kinds.join(', ')}`)
  if (kind === 'embedded') return readEmbedded(read, production)
  return kind === 'firebase' ? readFirebase(read, production) : readOidc(read, production)
}

const readEmbedded = (read: Reader, production: boolean) => ({
  kind: 'embedded' as const,
  ...readAdmission(read),
  secret: readSecret(read, production),
  ...readSession(read),
  google: readGoogle(read),
  limits: readSignInLimits(read),
})

/** The defaults fit a class of forty behind one address. */
const readSignInLimits = (read: Reader) => ({
  /** Wrong passwords for one account from one address, or from one known device, in 15 minutes. */
  failuresPerAddress: readLimit(read, 'IDENTITY_FAILURES_PER_ADDRESS', 8),
  /** Wrong passwords for one account from all devices but its known ones, in 15 minutes. */
  failuresPerAccount: readLimit(read, 'IDENTITY_FAILURES_PER_ACCOUNT', 40),
  signInsPerMinute: readSignInsPerMinute(read),
  signUpsPerTenMinutes: readLimit(read, 'IDENTITY_SIGN_UPS_PER_TEN_MINUTES', 60),
  resetsPerTenMinutes: readLimit(read, 'IDENTITY_RESETS_PER_TEN_MINUTES', 20),
})

const readSignInsPerMinute = (read: Reader): number =>
  readLimit(read, 'IDENTITY_SIGN_INS_PER_MINUTE', 120)

const readLimit = (read: Reader, name: string, unset: number): number =>
  read(name, unset, wholeNumber(1, 10_000), 'a whole number from 1 to 10,000')

/** The lifetimes of tokens and sessions of this server. */
function readSession(read: Reader) {
  const within = (name: string, unset: number, least: number, most: number) =>
    read(name, unset, wholeNumber(least, most), `a whole number from ${least} to ${most}`)
  return {
    tokenMinutes: within('IDENTITY_TOKEN_MINUTES', 15, 2, 60),
    sessionDays: within('IDENTITY_SESSION_DAYS', 14, 1, 365),
  }
}

/**
 * Null: generated and stored in the data folder. The secret signs sessions: a production server that has sessions
 * requires a long secret, which all nodes share.
 */
export function readSecret(read: Reader, isRequired: boolean): string | null {
  const secret = read('IDENTITY_SECRET', null, anyText, 'a text')
  if (isRequired && secret === null) {
    throw new StartProblem('IDENTITY_SECRET must be set when NODE_ENV is production.')
  }
  if (secret !== null && Buffer.byteLength(secret) < secretBytesMin) {
    throw new StartProblem(`IDENTITY_SECRET must have at least ${secretBytesMin} bytes.`)
  }
  return secret
}

function readGoogle(read: Reader) {
  const clientId = read('GOOGLE_CLIENT_ID', null, anyText, 'a text')
  const clientSecret = read('GOOGLE_CLIENT_SECRET', null, anyText, 'a text')
  const issuer = read('GOOGLE_ISSUER', 'https://accounts.google.com', httpsOrLoopback, address)
  if (clientId === null && clientSecret === null) return null
  if (clientId === null || clientSecret === null) {
    throw new StartProblem('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.')
  }
  return { clientId, clientSecret, issuer }
}

function readFirebase(read: Reader, production: boolean) {
  const kind = 'firebase' as const
  const projectId = readRequired(read, 'FIREBASE_PROJECT_ID', kind, projectName, 'a project id')
  const apiKey = readRequired(read, 'FIREBASE_API_KEY', kind, anyText, 'a text')
  const authDomain = read(
    'FIREBASE_AUTH_DOMAIN',
    `${projectId}.firebaseapp.com`,
    domainName,
    'a domain such as project.firebaseapp.com',
  )
  /** Only for development and tests. */
  const emulatorUrl = read(
    'FIREBASE_AUTH_EMULATOR_URL',
    null,
    loopbackOrigin,
    'an http address on this machine, such as http://127.0.0.1:9099',
  )
  if (emulatorUrl !== null) refuseEmulator(projectId, production)
  const secret = readSecret(read, false)
  return { kind, ...readAdmission(read), secret, projectId, apiKey, authDomain, emulatorUrl }
}

function readRequired<T>(
  read: Reader,
  name: string,
  kind: string,
  parse: Parser<T>,
  wanted: string,
): T {
  const value = read<T | null>(name, null, parse, wanted)
  if (value === null) throw new StartProblem(`${name} must be set when IDENTITY is ${kind}.`)
  return value
}

/** Tokens of the emulator are not signed, so any client of the server could be any person. */
function refuseEmulator(projectId: string, production: boolean): void {
  if (production) {
    throw new StartProblem(
      'FIREBASE_AUTH_EMULATOR_URL must not be set when NODE_ENV is production.',
    )
  }
  if (!projectId.startsWith('demo-')) {
    throw new StartProblem(
      'FIREBASE_PROJECT_ID must start with demo- when FIREBASE_AUTH_EMULATOR_URL is set.',
    )
  }
}

const projectName: Parser<string> = (text) => (/^[a-z0-9-]{1,64}$/.test(text) ? text : undefined)

function readOidc(read: Reader, production: boolean) {
  const kind = 'oidc' as const
  const admission = readAdmission(read)
  const issuer = readRequired(read, 'OIDC_ISSUER', kind, issuerUrl, address)
  /** Null: only programs with tokens of the issuer are served. */
  const web = readOidcWeb(read, issuer)
  const audience = read('OIDC_AUDIENCE', web?.clientId ?? null, anyText, 'a text')
  const secret = readSecret(read, production && web !== null)
  if (audience === null) {
    throw new StartProblem(
      'OIDC_CLIENT_ID (for the web app) or OIDC_AUDIENCE (for programs alone) must be set when IDENTITY is oidc.',
    )
  }
  /** Null: taken from the issuer's discovery document. */
  const jwksUrl = read('OIDC_JWKS_URL', null, httpsOrLoopback, address)
  const algorithms = read(
    'OIDC_ALGORITHMS',
    ['RS256', 'ES256', 'EdDSA'],
    listOf(oneOf(signingAlgorithms)),
    `a list of ${signingAlgorithms.join(', ')}`,
  )
  return { kind, ...admission, secret, issuer, audience, jwksUrl, algorithms, web }
}

/** Issuers have neither a query nor a fragment. */
const issuerUrl: Parser<string> = (text) => (/[?#]/.test(text) ? undefined : httpsOrLoopback(text))

/** The web app as a client of the issuer. */
function readOidcWeb(read: Reader, issuer: string) {
  const clientId = read('OIDC_CLIENT_ID', null, anyText, 'a text')
  /** Null: a public client, which PKCE alone protects. */
  const clientSecret = read('OIDC_CLIENT_SECRET', null, anyText, 'a text')
  const name = read('OIDC_NAME', null, shortText, 'at most 60 characters')
  if (clientId === null) {
    if (clientSecret === null && name === null) return null
    throw new StartProblem('OIDC_CLIENT_ID must be set when OIDC_CLIENT_SECRET or OIDC_NAME is.')
  }
  const signInsPerMinute = readSignInsPerMinute(read)
  const shownName = name ?? new URL(issuer).host
  return { ...readSession(read), clientId, clientSecret, name: shownName, signInsPerMinute }
}
