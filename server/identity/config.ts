// Which identity provider the environment asks for.
import {
  anyText,
  httpsOrLoopback,
  listOf,
  loopbackOrigin,
  oneOf,
  wholeNumber,
  type Parser,
  type Reader,
} from '../env.ts'
import { StartProblem } from '../start-problem.ts'

export type IdentityConfig = EmbeddedConfig | FirebaseConfig | OidcConfig

export interface EmbeddedConfig {
  readonly kind: 'embedded'
  /** Null: generated and kept in the data folder. */
  readonly secret: string | null
  readonly tokenMinutes: number
  readonly sessionDays: number
  readonly google: GoogleConfig | null
  readonly limits: SignInLimits
}

export interface GoogleConfig {
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

export interface FirebaseConfig {
  readonly kind: 'firebase'
  readonly projectId: string
  readonly apiKey: string
  readonly authDomain: string
  /** Only for development and tests: its tokens are not signed. */
  readonly emulatorUrl: string | null
}

export interface OidcConfig {
  readonly kind: 'oidc'
  readonly issuer: string
  readonly audience: string
  /** Null: found through the issuer's discovery document. */
  readonly jwksUrl: string | null
  readonly algorithms: readonly OidcAlgorithm[]
}

type OidcAlgorithm = (typeof oidcAlgorithms)[number]

const kinds = ['embedded', 'firebase', 'oidc'] as const
/** Signatures that only the holder of a private key can make. */
const oidcAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const
const secretBytesMin = 32
const address = 'an https address (or http on this machine)'

export function readIdentityConfig(read: Reader, production: boolean): IdentityConfig {
  const kind = read('IDENTITY', 'embedded', oneOf(kinds), kinds.join(', '))
  switch (kind) {
    case 'embedded':
      return readEmbedded(read, production)
    case 'firebase':
      return readFirebase(read, production)
    case 'oidc':
      return {
        kind,
        issuer: required(read, kind, 'OIDC_ISSUER', httpsOrLoopback, address),
        audience: required(read, kind, 'OIDC_AUDIENCE', anyText, 'a text'),
        jwksUrl: read('OIDC_JWKS_URL', null, httpsOrLoopback, address),
        algorithms: read(
          'OIDC_ALGORITHMS',
          ['RS256', 'ES256', 'EdDSA'],
          listOf(oneOf(oidcAlgorithms)),
          `a list of ${oidcAlgorithms.join(', ')}`,
        ),
      }
  }
}

function readEmbedded(read: Reader, production: boolean): EmbeddedConfig {
  const atMost = (name: string, unset: number) =>
    read(name, unset, wholeNumber(1, 10_000), 'a whole number from 1 to 10,000')
  return {
    kind: 'embedded',
    secret: readSecret(read, production),
    tokenMinutes: read(
      'IDENTITY_TOKEN_MINUTES',
      15,
      wholeNumber(2, 60),
      'a whole number from 2 to 60',
    ),
    sessionDays: read(
      'IDENTITY_SESSION_DAYS',
      14,
      wholeNumber(1, 365),
      'a whole number from 1 to 365',
    ),
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

/** Whoever knows the secret can make sessions, so in production it is chosen, the same for every node, and long. */
function readSecret(read: Reader, production: boolean): string | null {
  const secret = read('IDENTITY_SECRET', null, anyText, 'a text')
  if (production && secret === null) {
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

function readFirebase(read: Reader, production: boolean): FirebaseConfig {
  const projectId = required(read, 'firebase', 'FIREBASE_PROJECT_ID', projectName, 'a project id')
  const apiKey = required(read, 'firebase', 'FIREBASE_API_KEY', anyText, 'a text')
  const authDomain = read(
    'FIREBASE_AUTH_DOMAIN',
    `${projectId}.firebaseapp.com`,
    domain,
    'a domain such as project.firebaseapp.com',
  )
  const emulatorUrl = read(
    'FIREBASE_AUTH_EMULATOR_URL',
    null,
    loopbackOrigin,
    'an http address on this machine, such as http://127.0.0.1:9099',
  )
  if (emulatorUrl !== null) refuseEmulator(projectId, production)
  return { kind: 'firebase', projectId, apiKey, authDomain, emulatorUrl }
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

const domain: Parser<string> = (text) =>
  /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined

function required<T>(
  read: Reader,
  kind: IdentityConfig['kind'],
  name: string,
  parse: Parser<T>,
  wanted: string,
): T {
  const value = read<T | null>(name, null, parse, wanted)
  if (value === null) throw new StartProblem(`${name} must be set when IDENTITY is ${kind}.`)
  return value
}
