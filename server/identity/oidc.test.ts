import { describe, expect, onTestFinished, test } from 'vitest'

import { sharedByTests } from '../testing/shared-worlds.ts'
import { createWorld, type AtEnd } from '../testing/world.ts'
import { audience, signers, startIssuer, type Issuer } from './testing/issuer.ts'
import { startRealIssuer } from './testing/real-issuer.ts'
import { createSigner, encode } from './testing/signer.ts'

const { RS256, ES256 } = signers

/** An issuer, and a server that accepts its tokens. */
async function openStage(
  envFor: (issuer: Issuer) => Record<string, string> = () => ({}),
  atEnd: AtEnd = onTestFinished,
) {
  const issuer = await startIssuer({}, atEnd)
  const clock = { now: issuer.issuedAt * 1000 }
  const { app, logLines } = await createWorld({
    env: { IDENTITY: 'oidc', OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: audience, ...envFor(issuer) },
    now: () => clock.now,
    atEnd,
  })
  const ask = (token: string) =>
    app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })
  const statusOf = async (token: string) => (await ask(token)).statusCode
  return { issuer, app, clock, ask, statusOf, logged: () => logLines.join('') }
}

describe('with a certified OpenID Connect server', () => {
  const resource = 'https://tengrand.example/api'
  const openReal = async () => {
    const issuer = await startRealIssuer()
    const env = { IDENTITY: 'oidc', OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: resource }
    const { app } = await createWorld({ env })
    const ask = (token: string) =>
      app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })
    return { issuer, ask }
  }

  test('its access token opens an account, the same one every time', async () => {
    const { issuer, ask } = await openReal()
    const first = await ask(await issuer.accessToken(resource))
    const second = await ask(await issuer.accessToken(resource))
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({ email: null, display_name: expect.any(String) })
    expect(second.json()).toEqual(first.json())
  })

  test('its token is refused when it was changed, or made for another server', async () => {
    const { issuer, ask } = await openReal()
    const good = await issuer.accessToken(resource)
    const [head = '', body = '', signature = ''] = good.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const tokens = [
      [head, encode({ ...claims, sub: 'somebody-else' }), signature].join('.'),
      await issuer.accessToken('https://other.example/api'),
    ]
    for (const token of tokens) expect((await ask(token)).statusCode).toBe(401)
    expect((await ask(good)).statusCode).toBe(200)
  })
})

test('the web app is told that people sign in elsewhere, and pages load nothing from there', async () => {
  const { app } = await openStage()
  const config = await app.inject('/config.json')
  expect(config.json()).toMatchObject({ identity: { kind: 'oidc' } })
  expect(config.headers['content-security-policy']).toContain("script-src 'self';")
})

describe('the email of a token', () => {
  const opened = sharedByTests((atEnd) => openStage(undefined, atEnd))

  test.each([
    ['ada@example.org', 'ada@example.org'],
    [undefined, null],
    [42, null],
    [['ada@example.org'], null],
    ['', null],
    [`${'a'.repeat(400)}@example.org`, null],
  ])('that is %j is shown as %j', async (email, shown) => {
    const { issuer, ask } = await opened()
    expect((await ask(issuer.token({ email }))).json()).toMatchObject({ email: shown })
  })

  test('does not say who the person is: another email is the same, and another subject with the same email is not', async () => {
    const { issuer, ask } = await opened()
    const idOf = async (claims: object) =>
      (await ask(issuer.token(claims))).json<{ user_id: string }>().user_id
    const ada = await idOf({})
    expect(await idOf({ email: 'new@example.org' })).toBe(ada)
    expect(await idOf({ sub: 'Ada' })).not.toBe(ada)
  })
})

describe('the list of algorithms', () => {
  test('is the one that is configured, and nothing else is taken', async () => {
    const { issuer, statusOf } = await openStage(() => ({ OIDC_ALGORITHMS: 'RS256' }))
    expect(await statusOf(issuer.token({}, {}, RS256))).toBe(200)
    expect(await statusOf(issuer.token({}, {}, ES256))).toBe(401)
  })
})

describe('discovery', () => {
  test('is left out where the address of the keys is configured', async () => {
    const { issuer, statusOf } = await openStage(({ jwksUrl }) => ({ OIDC_JWKS_URL: jwksUrl }))
    expect(await statusOf(issuer.token())).toBe(200)
    expect(issuer.hits('/.well-known/openid-configuration')).toBe(0)
  })

  test.each<[string, (issuer: Issuer) => object]>([
    ['names another issuer', (issuer) => ({ issuer: `${issuer.url}/`, jwks_uri: issuer.jwksUrl })],
    ['names no issuer', (issuer) => ({ jwks_uri: issuer.jwksUrl })],
    ['names no keys', (issuer) => ({ issuer: issuer.url })],
    // This address reaches the key server as well, but counts as a remote host.
    [
      'sends to keys in clear',
      ({ url, jwksUrl }) => ({ issuer: url, jwks_uri: jwksUrl.replace('127.0.0.1', '0.0.0.0') }),
    ],
    ['sends to a file', ({ url }) => ({ issuer: url, jwks_uri: 'file:///etc/passwd' })],
  ])('that %s is of no use, so that no token can be verified', async (_what, document) => {
    const { issuer, statusOf, logged } = await openStage()
    issuer.discovery = document(issuer)
    expect(await statusOf(issuer.token())).toBe(503)
    expect(issuer.hits('/jwks')).toBe(0)
    expect(logged()).toContain('the keys of the identity provider cannot be had')
  })

  test('keeps the slash at the end of an issuer', async () => {
    const { issuer, statusOf } = await openStage(({ url }) => ({ OIDC_ISSUER: `${url}/` }))
    const withSlash = `${issuer.url}/`
    issuer.discovery = { issuer: withSlash, jwks_uri: issuer.jwksUrl }
    expect(await statusOf(issuer.token({ iss: withSlash }))).toBe(200)
    expect(await statusOf(issuer.token())).toBe(401)
    expect(issuer.hits('/.well-known/openid-configuration')).toBe(1)
  })
})

describe('the keys', () => {
  test('are asked for only when a token needs them, and then kept', async () => {
    const { issuer, statusOf, clock } = await openStage()
    expect(issuer.hits('/jwks')).toBe(0)
    for (const sub of ['ada', 'grace', 'alan'])
      expect(await statusOf(issuer.token({ sub }))).toBe(200)
    clock.now += 60_000
    expect(await statusOf(issuer.token({ sub: 'edsger' }))).toBe(200)
    expect(issuer.hits('/jwks')).toBe(1)
  })

  test('are asked for once by all requests that come at the same time', async () => {
    const { issuer, statusOf } = await openStage()
    const tokens = Array.from({ length: 20 }, (_, n) => issuer.token({ sub: `learner ${n}` }))
    const statuses = await Promise.all(tokens.map(statusOf))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(issuer.hits('/jwks')).toBe(1)
  })

  test('can be changed by the issuer: the new one is found, the old one is forgotten', async () => {
    const { issuer, statusOf, clock } = await openStage()
    expect(await statusOf(issuer.token())).toBe(200)
    const next = createSigner('ES256', 'next')
    issuer.keys = [next.jwk]
    clock.now += 30_000
    expect(await statusOf(issuer.token({}, {}, next))).toBe(200)
    expect(await statusOf(issuer.token({ sub: 'grace' }))).toBe(401)
  })

  test('that were withdrawn stop counting within ten minutes, for tokens that are known as well', async () => {
    const { issuer, statusOf, clock } = await openStage()
    const known = issuer.token({ exp: issuer.issuedAt + 86_400 })
    expect(await statusOf(known)).toBe(200)
    const next = createSigner('ES256', 'next')
    issuer.keys = [next.jwk]
    clock.now += 60_000
    expect(await statusOf(issuer.token({}, {}, next))).toBe(200)
    expect(await statusOf(known)).toBe(200)
    clock.now += 540_000
    expect(await statusOf(known)).toBe(401)
  })

  test('stay good while the issuer is down, for a day', async () => {
    const { issuer, statusOf, clock } = await openStage()
    const lasting = { exp: issuer.issuedAt + 200_000 }
    expect(await statusOf(issuer.token())).toBe(200)
    issuer.answers = 'hangs up'
    clock.now += 3_600_000
    expect(await statusOf(issuer.token({ ...lasting, sub: 'grace' }))).toBe(200)
    // The token has an unknown key, which may be a new one of the issuer that is down.
    const next = createSigner('ES256', 'next')
    expect(await statusOf(issuer.token(lasting, {}, next))).toBe(503)
    clock.now += 82_000_000
    expect(await statusOf(issuer.token({ ...lasting, sub: 'alan' }))).toBe(200)
    clock.now += 1_000_000
    expect(await statusOf(issuer.token({ ...lasting, sub: 'edsger' }))).toBe(503)
    issuer.answers = 'well'
    clock.now += 5_000
    expect(await statusOf(issuer.token({ ...lasting, sub: 'edsger' }))).toBe(200)
  })

  test('are fetched anew every ten minutes, without a request waiting for it', async () => {
    const { issuer, statusOf, clock } = await openStage()
    expect(await statusOf(issuer.token())).toBe(200)
    clock.now += 600_000
    issuer.answers = 'hangs'
    expect(await statusOf(issuer.token({ sub: 'grace' }))).toBe(200)
    await expect.poll(() => issuer.hits('/jwks')).toBe(2)
  })

  test('that cannot be fetched are not asked for at every call, and are there as soon as the issuer is back', async () => {
    const { issuer, statusOf, clock } = await openStage(({ jwksUrl }) => ({
      OIDC_JWKS_URL: jwksUrl,
    }))
    issuer.answers = 'hangs up'
    for (let n = 0; n < 10; n += 1) expect(await statusOf(issuer.token())).toBe(503)
    expect(issuer.hits('/jwks')).toBe(1)
    issuer.answers = 'well'
    expect(await statusOf(issuer.token())).toBe(503)
    clock.now += 5_000
    expect(await statusOf(issuer.token())).toBe(200)
  })

  test('are fetched again after the clock was set back', async () => {
    const { issuer, statusOf, clock } = await openStage()
    issuer.answers = 'hangs up'
    clock.now += 3_600_000
    expect(await statusOf(issuer.token({ exp: issuer.issuedAt + 7_200 }))).toBe(503)
    issuer.answers = 'well'
    clock.now -= 3_600_000
    expect(await statusOf(issuer.token())).toBe(200)
  })

  test.each(['500', 'a web page', 'too much', 'elsewhere'] as const)(
    'are not had where their own address answers with trouble (%s)',
    async (manner) => {
      const { issuer, statusOf } = await openStage(({ jwksUrl }) => ({ OIDC_JWKS_URL: jwksUrl }))
      issuer.answers = manner
      expect(await statusOf(issuer.token())).toBe(503)
      expect(issuer.hits('/jwks')).toBe(1)
    },
  )

  test('that hang are given up after a few seconds', async () => {
    const { issuer, statusOf } = await openStage()
    issuer.answers = 'hangs'
    const start = performance.now()
    expect(await statusOf(issuer.token())).toBe(503)
    expect(performance.now() - start).toBeLessThan(30_000)
  })

  test.each<[string, () => object]>([
    [
      'a shared secret',
      () => ({ kty: 'oct', kid: 'shared', k: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0' }),
    ],
    ['nothing that is a key', () => ({ kty: 'RSA', kid: 'RS256', n: 5 })],
    ['an RSA key that is too short', () => shortRsaKey],
  ])('are of no use where the issuer publishes %s', async (_what, key) => {
    const { issuer, statusOf } = await openStage()
    issuer.keys = [key()]
    expect(await statusOf(issuer.token({}, {}, RS256))).toBe(503)
  })

  test('are used also beside one that is of no use', async () => {
    const { issuer, statusOf } = await openStage()
    issuer.keys = [{ kty: 'oct', kid: 'ES256', k: 'c2VjcmV0' }, { kty: 'EC' }, ...issuer.keys]
    expect(await statusOf(issuer.token())).toBe(200)
  })
})

/** A key of 1,024 bits, with the kid of the signing key. */
const shortRsaKey = {
  kty: 'RSA',
  kid: 'RS256',
  e: 'AQAB',
  n: Buffer.alloc(128, 0xc1).toString('base64url'),
}
