// The redirect to an issuer and its callback, which Google and any other OpenID Connect issuer share.
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'

import type { Connection } from '../db/handle.ts'
import { sharedWorlds } from '../testing/shared-worlds.ts'
import { createWorld, type World } from '../testing/world.ts'
import { browserOn, withBrowser, type Browser } from './testing/browser.ts'
import { sharedCraftedGoogle, someoneElses, type Crafted } from './testing/crafted-google.ts'
import { lineTo } from './testing/database-line.ts'
import * as atGoogle from './testing/google-world.ts'
import * as atSchool from './testing/oidc-world.ts'
import type { StandInIssuer } from './testing/stand-in-issuer.ts'
import { walk } from './testing/walk.ts'

interface SignInWay {
  readonly empty: () => Promise<World & { readonly issuer: StandInIssuer }>
  readonly openOn: (connection: Connection) => Promise<World>
  readonly begin: (browser: Browser) => Promise<LightMyRequestResponse>
  readonly signIn: (browser: Browser) => Promise<string>
  readonly callback: string
  readonly prompt: string | null
  /** The page after a callback with a state of this browser. */
  readonly endOf: (error: string | null) => string
  /** The page after any other callback. */
  readonly unknown: string
  readonly envOf: (crafted: Crafted) => Record<string, string>
}

const emptyGoogleWorld = atGoogle.sharedGoogleWorld()
const popup = `/auth/popup.html?nonce=${atGoogle.nonce}`
const google: SignInWay = {
  empty: async () => {
    const world = await emptyGoogleWorld()
    return { ...world, issuer: world.google }
  },
  openOn: (connection) => atGoogle.googleWorld(atGoogle.grace, { connection }),
  begin: atGoogle.begin,
  signIn: atGoogle.signInWithGoogle,
  callback: '/identity/callback/google',
  prompt: 'select_account',
  endOf: (error) => (error === null ? popup : `${popup}&error=${error}`),
  unknown: '/auth/popup.html?error=sign_in_failed',
  envOf: ({ issuer }) => atGoogle.envOf({ clientId: 'web', clientSecret: 'a secret', issuer }),
}
const school: SignInWay = {
  empty: atSchool.sharedOidcWorld(),
  openOn: (connection) => atSchool.oidcWorld({ connection }),
  begin: atSchool.begin,
  signIn: atSchool.signInAtSchool,
  callback: '/identity/callback/oidc',
  prompt: null,
  endOf: (error) => (error === null ? '/login' : `/login?error=${error}`),
  unknown: '/login?error=sign_in_failed',
  envOf: ({ issuer }) => ({ IDENTITY: 'oidc', OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'web' }),
}

const hasSession = ({ cookies }: Browser): boolean => cookies.has('tengrand.session')

describe.each([
  ['signing in with Google', google],
  ['signing in at the issuer', school],
])('%s', (_way, { empty, begin, callback, prompt }) => {
  test('asks with a state, a nonce and a challenge that are new each time', async () => {
    const { app, issuer } = await empty()
    const asked = async () => {
      const answer = await begin(browserOn(app))
      expect(Object.keys(answer.json<object>())).toEqual(['url'])
      return new URL(answer.json<{ url: string }>().url)
    }
    const [first, second] = [await asked(), await asked()]
    expect(first.origin).toBe(issuer.issuer)
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      client_id: issuer.clientId,
      redirect_uri: `http://localhost:3000${callback}`,
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
    })
    expect(first.searchParams.get('prompt')).toBe(prompt)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.searchParams.get(name)?.length).toBeGreaterThan(30)
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name))
    }
  })
})

describe.each([
  ['the callback of Google', google],
  ['the callback of the issuer', school],
])('%s', (_way, { empty, openOn, begin, callback, endOf, unknown }) => {
  const beginAt = async (browser: Browser) => (await begin(browser)).json<{ url: string }>().url
  const failed = endOf('sign_in_failed')

  test('works in the browser that was redirected, and in no other', async () => {
    const { app, db } = await empty()
    const back = await walk(await beginAt(browserOn(app)), 'continue')
    const victim = browserOn(app)
    const { headers, statusCode } = await victim.get(back)
    expect([statusCode, headers.location]).toEqual([302, unknown])
    // The foreign state also fails while the victim's own sign-in is in progress, which then succeeds.
    const own = await walk(await beginAt(victim), 'continue')
    expect((await victim.get(back)).headers.location).toBe(unknown)
    expect(hasSession(victim)).toBe(false)
    expect((await victim.get(own)).headers.location).toBe(endOf(null))
    expect(await db.query('select 1 from identity.session')).toHaveLength(1)
  })

  test('takes no code that another state belongs to', async () => {
    const { app, browser: victim } = await withBrowser(empty())
    const stolen = await walk(await beginAt(browserOn(app)), 'continue')
    const own = new URL(await beginAt(victim)).searchParams.get('state')
    const code = new URLSearchParams(stolen.split('?')[1]).get('code')
    const { headers } = await victim.get(`${callback}?code=${code}&state=${own}`)
    expect(headers.location).toBe(failed)
    expect(hasSession(victim)).toBe(false)
  })

  test.each([
    '',
    '?code=x',
    '?state=x',
    '?code=x&state=x',
    '?code=x&state=x&state=y',
    '?code=x&state[]=x',
    '?error=access_denied',
    '?code=x&state=__proto__',
  ])('leads to nothing when it was not begun: %j', async (query) => {
    const { browser } = await withBrowser(empty())
    const { statusCode, headers } = await browser.get(`${callback}${query}`)
    expect([statusCode, headers.location]).toEqual([302, unknown])
    expect(headers['cache-control']).toBe('no-store')
    expect(browser.cookies.size).toBe(0)
  })

  test('refuses an answer in the name of another issuer', async () => {
    const { browser } = await withBrowser(empty())
    const back = new URL(await walk(await beginAt(browser), 'continue'), 'http://localhost')
    back.searchParams.set('iss', 'https://evil.example')
    const { headers } = await browser.get(`${back.pathname}${back.search}`)
    expect(headers.location).toBe(failed)
    expect(hasSession(browser)).toBe(false)
  })

  test('ends in a sentence when the database is away', async () => {
    const line = await lineTo((await createWorld()).connection)
    const { browser } = await withBrowser(openOn(line.connection))
    const back = await walk(await beginAt(browser), 'continue')
    await line.cut()
    const { statusCode, headers } = await browser.get(back)
    expect([statusCode, headers.location]).toEqual([302, endOf('sign_in_unavailable')])
    expect(hasSession(browser)).toBe(false)
  })
})

const now = () => Math.floor(Date.now() / 1000)
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const unsigned = () => ({
  sub: '1',
  email: atGoogle.grace.email,
  email_verified: true,
  exp: now() + 600,
})

describe.each([
  ['of Google', google],
  ['of another issuer', school],
])('an identity token %s', (_way, { signIn, endOf, envOf }) => {
  const craftedIssuer = sharedCraftedGoogle('web')
  const emptyWorld = sharedWorlds({ isClockReal: true })

  test.each<[string, () => object, boolean]>([
    ['that is good', () => ({}), true],
    ['signed with the key of somebody else', () => ({ key: someoneElses }), false],
    ['of another issuer', () => ({ claims: { iss: 'https://issuer.example' } }), false],
    ['for another client', () => ({ claims: { aud: 'another client' } }), false],
    [
      'for us and another, issued to us',
      () => ({ claims: { aud: ['web', 'x'], azp: 'web' } }),
      true,
    ],
    [
      'for us and another, issued to it',
      () => ({ claims: { aud: ['web', 'x'], azp: 'x' } }),
      false,
    ],
    ['for us and another, issued to nobody', () => ({ claims: { aud: ['web', 'x'] } }), false],
    ['with another nonce', () => ({ claims: { nonce: 'another' } }), false],
    ['without a nonce', () => ({ claims: { nonce: undefined } }), false],
    ['that has expired', () => ({ claims: { iat: now() - 1200, exp: now() - 600 } }), false],
    ['issued in four minutes', () => ({ claims: { iat: now() + 240 } }), true],
    ['issued in six minutes', () => ({ claims: { iat: now() + 360 } }), false],
    ['issued at a time that never comes', () => ({ claims: { iat: Number.MAX_VALUE } }), false],
    [
      'that nobody signed',
      () => ({ idToken: `${encoded({ alg: 'none' })}.${encoded(unsigned())}.` }),
      false,
    ],
    ['that is none', () => ({ idToken: 'x' }), false],
    [
      'that is missing, while another address vouches for the person',
      () => ({ idToken: null }),
      false,
    ],
    ['without a subject', () => ({ claims: { sub: undefined } }), false],
    ['with an empty subject', () => ({ claims: { sub: '' } }), false],
    ['with a subject that is a number', () => ({ claims: { sub: 0 as never } }), false],
    ['with a subject of 256 letters', () => ({ claims: { sub: 'a'.repeat(256) } }), false],
    ['with a subject that has a zero in it', () => ({ claims: { sub: 'ada\0' } }), false],
  ])('%s signs its person in only where all of it is right', async (_what, change, isTaken) => {
    const issuer = Object.assign(await craftedIssuer(), change())
    const { browser } = await withBrowser(emptyWorld({ env: envOf(issuer) }))
    expect(await signIn(browser)).toBe(endOf(isTaken ? null : 'sign_in_failed'))
    expect(hasSession(browser)).toBe(isTaken)
  })
})
