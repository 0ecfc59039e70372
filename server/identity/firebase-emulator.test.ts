import { describe, expect, test } from 'vitest'

import { createLog } from '../log.ts'
import { createWorld } from '../testing/world.ts'
import { openFirebaseIdentity } from './firebase.ts'
import { project, startEmulator, type Emulator } from './testing/emulator.ts'
import { signers, startIssuer } from './testing/issuer.ts'
import { forge } from './testing/signer.ts'

async function openStage() {
  const emulator = await startEmulator()
  const { app, logLines } = await createWorld({
    env: {
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: project,
      FIREBASE_API_KEY: 'a key&more',
      FIREBASE_AUTH_EMULATOR_URL: emulator.url,
    },
  })
  const ask = (token: string) =>
    app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })
  return { emulator, app, ask, logged: () => logLines.join('') }
}

test('a token of the emulator opens an account, and the emulator is asked about it every time', async () => {
  const { emulator, ask } = await openStage()
  const token = emulator.token()
  const first = await ask(token)
  expect(first.statusCode).toBe(200)
  expect(first.json()).toMatchObject({ email: 'ada@example.org' })
  expect((await ask(token)).json()).toEqual(first.json())
  expect(emulator.asked).toEqual(
    Array.from({ length: 2 }, () => ({
      path: '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=a%20key%26more',
      idToken: token,
    })),
  )
})

test('a person who is gone from the emulator is refused at once', async () => {
  const { emulator, ask } = await openStage()
  expect((await ask(emulator.token())).statusCode).toBe(200)
  emulator.people.delete('ada')
  expect((await ask(emulator.token())).statusCode).toBe(401)
})

describe('a token of the emulator', () => {
  const at = Math.floor(Date.now() / 1000)
  test.each<[string, (emulator: Emulator) => string]>([
    ['that somebody made up', ({ token }) => token({ sub: 'grace', user_id: 'grace' })],
    [
      'whose subject is not the person that the emulator finds',
      ({ token }) => token({ sub: 'grace' }),
    ],
    ['of another project', ({ token }) => token({ iss: 'https://securetoken.google.com/demo-2' })],
    ['for another project', ({ token }) => token({ aud: 'demo-2' })],
    ['for several projects', ({ token }) => token({ aud: [project] })],
    ['that expired', ({ token }) => token({ exp: at - 60 })],
    ['without an expiry', ({ token }) => token({ exp: undefined })],
    ['without a subject', ({ token }) => token({ sub: undefined })],
    ['good from an hour on', ({ token }) => token({ nbf: at + 3_600 })],
    ['issued in an hour', ({ token }) => token({ iat: at + 3_600 })],
    ['without a time of sign-in', ({ token }) => token({ auth_time: undefined })],
    ['with another spelling of none', ({ token }) => token({}, { alg: 'None' })],
    ['with more in its header', ({ token }) => token({}, { kid: 'RS256' })],
    ['with something for a signature', ({ token }) => `${token()}AAAA`],
    ['with a header that is no JSON', ({ token }) => `AAAA.${token().split('.')[1]}.`],
    ['with claims that are no object', () => forge({ alg: 'none' }, '[]', () => Buffer.alloc(0))],
    ['of more than 8 KB', ({ token }) => token({ pad: 'p'.repeat(8_000) })],
  ])('%s is refused', async (_what, token) => {
    const { emulator, ask } = await openStage()
    expect((await ask(token(emulator))).statusCode).toBe(401)
    expect(emulator.asked.length).toBeLessThanOrEqual(1)
  })

  test('that is signed is refused, since the emulator signs nothing', async () => {
    const { ask } = await openStage()
    const issuer = await startIssuer()
    const claims = { iss: `https://securetoken.google.com/${project}`, aud: project }
    expect((await ask(issuer.token(claims, {}, signers.RS256))).statusCode).toBe(401)
  })
})

test('a token of more than 8 KB is not even asked about', async () => {
  const emulator = await startEmulator()
  const { verify } = await openFirebaseIdentity({
    config: {
      kind: 'firebase',
      secret: null,
      projectId: project,
      apiKey: 'key',
      authDomain: 'tengrand.example',
      emulatorUrl: emulator.url,
      signUp: 'open',
      allowedDomains: [],
      verifyEmail: false,
    },
    now: Date.now,
    log: createLog('silent'),
  })
  expect(await verify(emulator.token())).toHaveProperty('person')
  expect(await verify(emulator.token({ pad: 'p'.repeat(8_000) }))).toHaveProperty('refusal')
  expect(emulator.asked).toHaveLength(1)
})

test('an emulator in trouble signs nobody out, and the token stays out of the log', async () => {
  const { emulator, ask, logged } = await openStage()
  emulator.status = 500
  const answer = await ask(emulator.token())
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(logged()).not.toContain(emulator.token().split('.')[1])
})

test('an emulator that is down signs nobody out', async () => {
  const { app, logLines } = await createWorld({
    env: {
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: project,
      FIREBASE_API_KEY: 'key',
      FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:1',
    },
  })
  const { token } = await startEmulator()
  const headers = { authorization: `Bearer ${token()}` }
  expect((await app.inject({ url: '/api/account', headers })).statusCode).toBe(503)
  expect(logLines.join('')).toContain('the Firebase emulator cannot be asked')
})

test('the web app is told where the emulator is, and pages may connect to it instead of to Google', async () => {
  const { emulator, app } = await openStage()
  const config = await app.inject('/config.json')
  expect(config.json()).toMatchObject({ identity: { kind: 'firebase', emulatorUrl: emulator.url } })
  const policy = String(config.headers['content-security-policy']).split('; ')
  expect(policy).toContain(`connect-src 'self' ${emulator.url}`)
  expect(policy).toContain(`frame-src ${emulator.url}`)
})
