import { describe, expect, test } from 'vitest'

import { createLog } from '../log.ts'
import { createWorld } from '../testing/world.ts'
import { openFirebaseIdentity } from './firebase.ts'
import { startEmulator } from './testing/emulator.ts'
import { signers, startIssuer, type Issuer } from './testing/issuer.ts'
import { createStranger } from './testing/signer.ts'

const { RS256, ES256 } = signers
const projectId = 'tengrand-prod'
const iss = `https://securetoken.google.com/${projectId}`

const env = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: 'web-key' }

/** The verifier of a real project; it fetches its keys from a stand-in for Google. */
async function openStage() {
  const clock = { now: Math.floor(Date.now() / 1000) * 1000 }
  const google = await startIssuer(clock)
  const identity = await openFirebaseIdentity(
    {
      config: {
        kind: 'firebase',
        secret: null,
        projectId,
        apiKey: 'web-key',
        authDomain: `${projectId}.firebaseapp.com`,
        emulatorUrl: null,
        signUp: 'open',
        allowedDomains: [],
        verifyEmail: false,
      },
      now: () => clock.now,
      log: createLog('silent'),
    },
    google.jwksUrl,
  )
  return { google, clock, verify: identity.verify }
}

const idToken = (google: Issuer, claims: object = {}, signer = RS256) =>
  google.token({ iss, aud: projectId, auth_time: google.issuedAt, ...claims }, {}, signer)

const unauthorized = { refusal: { code: 'unauthorized' } }

test('an ID token of the project stands for its person', async () => {
  const { google, verify } = await openStage()
  expect(await verify(idToken(google))).toEqual({
    person: {
      issuer: iss,
      subject: 'ada',
      email: 'ada@example.org',
      signedInAt: google.issuedAt * 1000,
      sessionId: null,
      unwelcome: null,
      emailClaim: null,
    },
  })
})

test.each([
  { claim: true, isVerified: true },
  { claim: false, isVerified: false },
])('an ID token that says $claim of the email is believed', async (claimed) => {
  const { google, clock, verify } = await openStage()
  const { claim, isVerified } = claimed
  expect(await verify(idToken(google, { email_verified: claim }))).toMatchObject({
    person: { emailClaim: { isVerified, at: clock.now } },
  })
})

test('an ID token that says neither true nor false of the email says nothing', async () => {
  const { google, verify } = await openStage()
  for (const claim of ['true', 'false', 1, null, {}, [true]]) {
    expect(await verify(idToken(google, { email_verified: claim }))).toMatchObject({
      person: { emailClaim: null },
    })
  }
})

describe('an ID token', () => {
  test.each<[string, (google: Issuer) => string]>([
    ['with another algorithm', (google) => idToken(google, {}, ES256)],
    ['with another key', (google) => idToken(google, {}, createStranger('RS256'))],
    ['of another project', (google) => idToken(google, { iss: `${iss}-2`, aud: `${projectId}-2` })],
    ['of another issuer', (google) => idToken(google, { iss: google.url })],
    ['for another project', (google) => idToken(google, { aud: 'other' })],
    [
      'of somebody who is anonymous',
      (google) => idToken(google, { firebase: { sign_in_provider: 'anonymous' } }),
    ],
    [
      'of somebody who is anonymous, as it is said at the top',
      (google) => idToken(google, { provider_id: 'anonymous' }),
    ],
    ['without a time of sign-in', (google) => idToken(google, { auth_time: undefined })],
    [
      'with a time of sign-in that is a text',
      (google) => idToken(google, { auth_time: `${google.issuedAt}` }),
    ],
    [
      'with a time of sign-in to come',
      (google) => idToken(google, { auth_time: google.issuedAt + 31 }),
    ],
    ['with a subject of 129 letters', (google) => idToken(google, { sub: 'a'.repeat(129) })],
    ['with an empty subject', (google) => idToken(google, { sub: '' })],
    ['that expired', (google) => idToken(google, { exp: google.issuedAt - 31 })],
  ])('%s is refused', async (_what, token) => {
    const { google, verify } = await openStage()
    expect(await verify(token(google))).toEqual(unauthorized)
  })

  test('of the emulator, which signs nothing, is refused', async () => {
    const { verify, clock } = await openStage()
    const emulator = await startEmulator(clock)
    expect(await verify(emulator.token({ iss, aud: projectId }))).toEqual(unauthorized)
    expect(emulator.asked).toEqual([])
  })
})

test('an ID token with a subject of 128 letters is taken', async () => {
  const { google, verify } = await openStage()
  expect(await verify(idToken(google, { sub: 'a'.repeat(128) }))).toHaveProperty('person')
})

test('keys that cannot be fetched sign nobody out', async () => {
  const { google, verify } = await openStage()
  google.answers = 'hangs up'
  expect(await verify(idToken(google))).toEqual({ refusal: { code: 'unavailable' } })
})

test('the web app is told of the project, and pages may load what the sign-in of Google needs', async () => {
  const { app } = await createWorld({ env })
  const config = await app.inject('/config.json')
  expect(config.json()).toMatchObject({
    identity: {
      kind: 'firebase',
      projectId,
      apiKey: 'web-key',
      authDomain: `${projectId}.firebaseapp.com`,
      emulatorUrl: null,
    },
  })
  expect(config.headers['content-security-policy']).toBe(
    [
      "default-src 'none'",
      "script-src 'self' https://apis.google.com",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
      `frame-src https://${projectId}.firebaseapp.com`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
})
