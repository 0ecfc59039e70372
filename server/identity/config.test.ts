import { describe, expect, test } from 'vitest'

import { readConfig } from '../config.ts'
import { StartProblem } from '../errors.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://tengrand.example',
  MARKET_SECRET: 'a secret of the market with 32 bytes',
}
const secret = 'a secret with no less than 32 bytes'
const oidc = {
  IDENTITY: 'oidc',
  OIDC_ISSUER: 'https://issuer.example/realms/school',
  OIDC_AUDIENCE: 'tengrand',
}
const firebase = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'demo-tengrand',
  FIREBASE_API_KEY: 'key',
}
const emulator = { ...firebase, FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099' }

type Env = Record<string, string>

const identityOf = (env: Env) => readConfig(env).identity

describe('the configuration of identity', () => {
  test('is the embedded provider with limits for a class in an empty environment', () => {
    expect(identityOf({})).toEqual({
      kind: 'embedded',
      signUp: 'open',
      allowedDomains: [],
      verifyEmail: false,
      secret: null,
      tokenMinutes: 15,
      sessionDays: 14,
      google: null,
      limits: {
        failuresPerAddress: 8,
        failuresPerAccount: 40,
        signInsPerMinute: 120,
        signUpsPerTenMinutes: 60,
        resetsPerTenMinutes: 20,
      },
    })
  })

  test.each(
    Object.entries<[env: Env, expected: object]>({
      'a secret in production': [{ ...production, IDENTITY_SECRET: secret }, { secret }],
      Google: [
        { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's' },
        { google: { clientId: 'id', clientSecret: 's', issuer: 'https://accounts.google.com' } },
      ],
      'an issuer as it is written, without a slash that nobody wrote': [
        { ...oidc, OIDC_ISSUER: 'https://issuer.example' },
        {
          kind: 'oidc',
          issuer: 'https://issuer.example',
          audience: 'tengrand',
          jwksUrl: null,
          algorithms: ['RS256', 'ES256', 'EdDSA'],
        },
      ],
      'an issuer on this machine': [
        { ...oidc, OIDC_ISSUER: 'http://localhost:8080', OIDC_JWKS_URL: 'http://[::1]:8080/jwks' },
        { issuer: 'http://localhost:8080', jwksUrl: 'http://[::1]:8080/jwks' },
      ],
      'no sign-in in the web app without a client': [oidc, { web: null }],
      'a client that is also the audience, named after the issuer': [
        {
          ...oidc,
          OIDC_AUDIENCE: '',
          OIDC_CLIENT_ID: 'web',
          OIDC_ISSUER: 'https://issuer.example/x',
        },
        {
          audience: 'web',
          web: {
            clientId: 'web',
            clientSecret: null,
            name: 'issuer.example',
            tokenMinutes: 15,
            sessionDays: 14,
            signInsPerMinute: 120,
          },
        },
      ],
      'a client beside the audience': [
        {
          ...production,
          ...oidc,
          OIDC_CLIENT_ID: 'web',
          OIDC_CLIENT_SECRET: 's',
          OIDC_NAME: 'North High School',
          IDENTITY_SECRET: secret,
        },
        { audience: 'tengrand', web: { clientSecret: 's', name: 'North High School' }, secret },
      ],
      'an issuer in production that only programs come in with': [
        { ...production, ...oidc },
        { web: null, secret: null },
      ],
      'who may come in': [
        { IDENTITY_SIGN_UP: 'closed', IDENTITY_ALLOWED_DOMAINS: 'School.example, north.example' },
        { signUp: 'closed', allowedDomains: ['school.example', 'north.example'] },
      ],
      'that emails have to be confirmed': [
        { IDENTITY_VERIFY_EMAIL: 'true' },
        { verifyEmail: true },
      ],
      'that programs and Firebase bring their own word': [
        { ...firebase, IDENTITY_VERIFY_EMAIL: 'true' },
        { kind: 'firebase', verifyEmail: true },
      ],
      algorithms: [
        { ...oidc, OIDC_ALGORITHMS: 'PS256, ES512' },
        { algorithms: ['PS256', 'ES512'] },
      ],
      'a project of Firebase': [
        firebase,
        {
          kind: 'firebase',
          projectId: 'demo-tengrand',
          apiKey: 'key',
          authDomain: 'demo-tengrand.firebaseapp.com',
          emulatorUrl: null,
        },
      ],
      'an emulator on this machine': [emulator, { emulatorUrl: 'http://127.0.0.1:9099' }],
      'an emulator on this machine by its name': [
        { ...emulator, FIREBASE_AUTH_EMULATOR_URL: 'http://localhost:9099/' },
        { emulatorUrl: 'http://localhost:9099' },
      ],
    }),
  )('understands: %s', (_what, [env, expected]) => {
    expect(identityOf(env)).toMatchObject(expected)
  })
})

const withEach = (base: Env, name: string, values: readonly string[]): Env[] =>
  Array.from(values, (value) => ({ ...base, [name]: value }))

/** Each sentence with the environments that it answers. */
const refusals: Readonly<Record<string, readonly Env[]>> = {
  'IDENTITY must be one of embedded, firebase, oidc.': [{ IDENTITY: 'ldap' }],
  'IDENTITY_SECRET must be set when NODE_ENV is production.': [
    production,
    { ...production, ...oidc, OIDC_CLIENT_ID: 'web' },
  ],
  'IDENTITY_SECRET must have at least 32 bytes.': [{ IDENTITY_SECRET: 'a short secret' }],
  'IDENTITY_TOKEN_MINUTES must be a whole number from 2 to 60.': [{ IDENTITY_TOKEN_MINUTES: '1' }],
  'IDENTITY_SESSION_DAYS must be a whole number from 1 to 365.': [{ IDENTITY_SESSION_DAYS: '0' }],
  'IDENTITY_SIGN_INS_PER_MINUTE must be a whole number from 1 to 10,000.': [
    { IDENTITY_SIGN_INS_PER_MINUTE: 'many' },
  ],
  'IDENTITY_FAILURES_PER_ACCOUNT must be a whole number from 1 to 10,000.': [
    { IDENTITY_FAILURES_PER_ACCOUNT: '10001' },
  ],
  'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.': [
    { GOOGLE_CLIENT_ID: 'id' },
    { GOOGLE_CLIENT_SECRET: 's' },
  ],
  'GOOGLE_ISSUER must be an https address (or http on this machine).': [
    { GOOGLE_ISSUER: 'http://issuer.example' },
  ],
  'OIDC_ISSUER must be set when IDENTITY is oidc.': [{ ...oidc, OIDC_ISSUER: '' }],
  'OIDC_CLIENT_ID (for the web app) or OIDC_AUDIENCE (for programs alone) must be set when IDENTITY is oidc.':
    [{ ...oidc, OIDC_AUDIENCE: ' ' }],
  'OIDC_ISSUER must be an https address (or http on this machine).': withEach(oidc, 'OIDC_ISSUER', [
    'https://issuer.example?a=b',
    'http://issuer.example',
    'http://localhost.issuer.example',
  ]),
  'OIDC_JWKS_URL must be an https address (or http on this machine).': withEach(
    oidc,
    'OIDC_JWKS_URL',
    ['file:///etc/passwd', 'https://reader:secret@issuer.example/keys'],
  ),
  'OIDC_CLIENT_ID must be set when OIDC_CLIENT_SECRET or OIDC_NAME is.': [
    { ...oidc, OIDC_CLIENT_SECRET: 's' },
    { ...oidc, OIDC_NAME: 'North High School' },
  ],
  'OIDC_NAME must be at most 60 characters.': [
    { ...oidc, OIDC_CLIENT_ID: 'web', OIDC_NAME: 'N'.repeat(61) },
  ],
  'IDENTITY_SIGN_UP must be open or closed.': [{ IDENTITY_SIGN_UP: 'no' }],
  'IDENTITY_ALLOWED_DOMAINS must be a list of domains such as school.example.': withEach(
    {},
    'IDENTITY_ALLOWED_DOMAINS',
    ['@school.example', 'school.example,', 'school example', '*.example'],
  ),
  'FIREBASE_PROJECT_ID must be set when IDENTITY is firebase.': [{ IDENTITY: 'firebase' }],
  'FIREBASE_API_KEY must be set when IDENTITY is firebase.': [
    { ...firebase, FIREBASE_API_KEY: '' },
  ],
  'FIREBASE_PROJECT_ID must be a project id.': [
    { ...firebase, FIREBASE_PROJECT_ID: 'demo/../other' },
  ],
  'FIREBASE_AUTH_DOMAIN must be a domain such as project.firebaseapp.com.': [
    { ...firebase, FIREBASE_AUTH_DOMAIN: "a.example; script-src 'unsafe-inline'" },
  ],
  'FIREBASE_AUTH_EMULATOR_URL must not be set when NODE_ENV is production.': [
    { ...production, ...emulator },
  ],
  'FIREBASE_PROJECT_ID must start with demo- when FIREBASE_AUTH_EMULATOR_URL is set.': [
    { ...emulator, FIREBASE_PROJECT_ID: 'tengrand-prod' },
  ],
  'FIREBASE_AUTH_EMULATOR_URL must be an http address on this machine, such as http://127.0.0.1:9099.':
    withEach(emulator, 'FIREBASE_AUTH_EMULATOR_URL', [
      'http://10.0.0.5:9099',
      'http://emulator:9099',
      'http://127.0.0.1.evil.example:9099',
      'http://localhost@evil.example:9099',
      'http://0.0.0.0:9099',
      'https://localhost:9099',
      '127.0.0.1:9099',
    ]),
}

describe('a server that is configured wrongly', () => {
  test.each(
    Object.entries(refusals).flatMap(([sentence, envs]) =>
      envs.map((env) => [sentence, env] as const),
    ),
  )('refuses to start: %s (%o)', (sentence, env) => {
    expect(() => readConfig(env)).toThrow(new StartProblem(sentence))
  })

  test.each(['HS256', 'none', 'RS256,HS256', 'RS256,', 'rs256'])(
    'refuses to start with OIDC_ALGORITHMS=%s, since none but the holder of a private key may sign',
    (algorithms) => {
      expect(() => readConfig({ ...oidc, OIDC_ALGORITHMS: algorithms })).toThrow(
        /^OIDC_ALGORITHMS must be a list of RS256, .+\.$/,
      )
    },
  )
})
