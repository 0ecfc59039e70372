// Which identity provider the environment asks for.
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
import { readAdmission, type Admission } from './admission.ts'

export type IdentityConfig = EmbeddedConfig | FirebaseConfig | OidcConfig

interface SecretConfig {
  /** Null: generated and kept in the data folder. */
  readonly secret: string | null
}

export interface EmbeddedConfig extends Admission, SecretConfig, SessionConfig {
  readonly kind: 'embedded'
  readonly google: GoogleConfig | null
  readonly limits: SignInLimits
}

/** Where this server itself keeps people signed in. */
export interface SessionConfig {
  readonly tokenMinutes: number
  readonly sessionDays: number
}

interface GoogleConfig {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
}

/** Made for a class of forty behind one address. */
export interface SignInLimits {
  /** Wrong passwords for one account from one address, or from one known device, in 15 minutes. */
  readonly failuresPerAddress: number
  /** Wrong passwords for one account from everywhere but its known devices, in 15 minutes. */
  readonly failuresPerAccount: number
  readonly signInsPerMinute: number
  readonly signUpsPerTenMinutes: number
  readonly resetsPerTenMinutes: number
}

export interface FirebaseConfig extends Admission, SecretConfig {
  readonly kind: 'firebase'
  readonly projectId: string
  readonly apiKey: string
  readonly authDomain: string
  /** Only for development and tests: its tokens are not signed. */
  readonly emulatorUrl: string | null
}

export interface OidcConfig extends Admission, SecretConfig {
  readonly kind: 'oidc'
  readonly issuer: string
  readonly audience: string
  /** Null: found through the issuer's discovery document. */
  readonly jwksUrl: string | null
  readonly algorithms: readonly string[]
  /** Null: only programs come in, with tokens of the issuer. */
  readonly web: OidcWebConfig | null
}

/** As whom the web app signs people in at the issuer. */
export interface OidcWebConfig extends SessionConfig {
  readonly clientId: string
  readonly clientSecret: string | null
  /** What people call the issuer. */
  readonly name: string
  readonly signInsPerMinute: number
}

const kinds = ['embedded', 'firebase', 'oidc'] as const
/** Signatures that only the holder of a private key can make. */
export const signingAlgorithms: readonly string[] = [
  ...['RS', 'PS', 'ES'].flatMap((kind) => [256, 384, 512].map((bits) => `${kind}${bits}`)),
  'EdDSA',
]
const secretBytesMin = 32
const address = 'an https address (or http on this machine)'

export function readIdentityConfig(read: Reader, production: boolean): IdentityConfig {
  const kind = read('IDENTITY', 'embedded', oneOf(kinds), `one of ${kinds.join(', ')}`)
  const admission = readAdmission(read)
  switch (kind) {
    case 'embedded':
      return { kind, ...admission, ...readEmbedded(read, production) }
    case 'firebase':
      return { kind, ...admission, ...readFirebase(read, needed(read, kind), production) }
    case 'oidc':
      return { kind, ...admission, ...readOidc(read, needed(read, kind), production) }
  }
}

type Needed = <T>(name: string, parse: Parser<T>, wanted: string) => T

const needed =
  (read: Reader, kind: IdentityConfig['kind']): Needed =>
  <T>(name: string, parse: Parser<T>, wanted: string): T => {
    const value = read<T | null>(name, null, parse, wanted)
    if (value === null) throw new StartProblem(`${name} must be set when IDENTITY is ${kind}.`)
    return value
  }

type Settings<C extends IdentityConfig> = Omit<C, 'kind' | keyof Admission>

function readEmbedded(read: Reader, production: boolean): Settings<EmbeddedConfig> {
  const atMost = (name: string, unset: number) => readLimit(read, name, unset)
  return {
    secret: readSecret(read, production),
    ...readSession(read),
    google: readGoogle(read),
    limits: {
      failuresPerAddress: atMost('IDENTITY_FAILURES_PER_ADDRESS', 8),
      failuresPerAccount: atMost('IDENTITY_FAILURES_PER_ACCOUNT', 40),
      signInsPerMinute: atMost('IDENTITY_SIGN_INS_PER_MINUTE', 120),
      signUpsPerTenMinutes: atMost('IDENTITY_SIGN_UPS_PER_TEN_MINUTES', 60),
      resetsPerTenMinutes: atMost('IDENTITY_RESETS_PER_TEN_MINUTES', 20),
    },
  }
}

const readLimit = (read: Reader, name: string, unset: number): number =>
  read(name, unset, wholeNumber(1, 10_000), 'a whole number from 1 to 10,000')

function readSession(read: Reader): SessionConfig {
  const within = (name: string, unset: number, least: number, most: number) =>
    read(name, unset, wholeNumber(least, most), `a whole number from ${least} to ${most}`)
  return {
    tokenMinutes: within('IDENTITY_TOKEN_MINUTES', 15, 2, 60),
    sessionDays: within('IDENTITY_SESSION_DAYS', 14, 1, 365),
  }
}

/** Whoever knows the secret can make sessions: where there are any, it is chosen in production, for all nodes alike, and long. */
export function readSecret(read: Reader, isNeeded: boolean): string | null {
  const secret = read('IDENTITY_SECRET', null, anyText, 'a text')
  if (isNeeded && secret === null) {
    throw new StartProblem('IDENTITY_SECRET must be set when NODE_ENV is production.')
  }
  if (secret !== null && Buffer.byteLength(secret) < secretBytesMin) {
    throw new StartProblem(`IDENTITY_SECRET must have at least ${secretBytesMin} bytes.`)
  }
  return secret
}

function readGoogle(read: Reader): GoogleConfig | null {
  const clientId = read('GOOGLE_CLIENT_ID', null, anyText, 'a text')
  const clientSecret = read('GOOGLE_CLIENT_SECRET', null, anyText, 'a text')
  const issuer = read('GOOGLE_ISSUER', 'https://accounts.google.com', httpsOrLoopback, address)
  if (clientId === null && clientSecret === null) return null
  if (clientId === null || clientSecret === null) {
    throw new StartProblem('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.')
  }
  return { clientId, clientSecret, issuer }
}

function readFirebase(read: Reader, need: Needed, production: boolean): Settings<FirebaseConfig> {
  const projectId = need('FIREBASE_PROJECT_ID', projectName, 'a project id')
  const apiKey = need('FIREBASE_API_KEY', anyText, 'a text')
  const authDomain = read(
    'FIREBASE_AUTH_DOMAIN',
    `${projectId}.firebaseapp.com`,
    domainName,
    'a domain such as project.firebaseapp.com',
  )
  const emulatorUrl = read(
    'FIREBASE_AUTH_EMULATOR_URL',
    null,
    loopbackOrigin,
    'an http address on this machine, such as http://127.0.0.1:9099',
  )
  if (emulatorUrl !== null) refuseEmulator(projectId, production)
  return { secret: readSecret(read, false), projectId, apiKey, authDomain, emulatorUrl }
}

/** The emulator signs nothing: whoever could reach such a server could be anyone. */
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

function readOidc(read: Reader, need: Needed, production: boolean): Settings<OidcConfig> {
  const issuer = need('OIDC_ISSUER', plainAddress, address)
  const web = readOidcWeb(read, issuer)
  return {
    secret: readSecret(read, production && web !== null),
    issuer,
    audience: readAudience(read, web),
    jwksUrl: read('OIDC_JWKS_URL', null, httpsOrLoopback, address),
    algorithms: read(
      'OIDC_ALGORITHMS',
      ['RS256', 'ES256', 'EdDSA'],
      listOf(oneOf(signingAlgorithms)),
      `a list of ${signingAlgorithms.join(', ')}`,
    ),
    web,
  }
}

/** Without what an issuer never has: a question or a place within a page. */
const plainAddress: Parser<string> = (text) =>
  /[?#]/.test(text) ? undefined : httpsOrLoopback(text)

function readAudience(read: Reader, web: OidcWebConfig | null): string {
  const audience = read('OIDC_AUDIENCE', web?.clientId ?? null, anyText, 'a text')
  if (audience !== null) return audience
  throw new StartProblem(
    'OIDC_CLIENT_ID (for the web app) or OIDC_AUDIENCE (for programs alone) must be set when IDENTITY is oidc.',
  )
}

function readOidcWeb(read: Reader, issuer: string): OidcWebConfig | null {
  const clientId = read('OIDC_CLIENT_ID', null, anyText, 'a text')
  const clientSecret = read('OIDC_CLIENT_SECRET', null, anyText, 'a text')
  const name = read('OIDC_NAME', null, shortText, 'at most 60 characters')
  if (clientId === null) {
    if (clientSecret === null && name === null) return null
    throw new StartProblem('OIDC_CLIENT_ID must be set when OIDC_CLIENT_SECRET or OIDC_NAME is.')
  }
  const signInsPerMinute = readLimit(read, 'IDENTITY_SIGN_INS_PER_MINUTE', 120)
  return {
    ...readSession(read),
    clientId,
    clientSecret,
    name: name ?? new URL(issuer).host,
    signInsPerMinute,
  }
}
