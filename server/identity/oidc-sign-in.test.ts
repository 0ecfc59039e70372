import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'

import { sharedWorlds } from '../testing/shared-worlds.ts'
import { createWorld } from '../testing/world.ts'
import { browserOn, days, eventually, movable, withBrowser } from './testing/browser.ts'
import { sharedCraftedGoogle, startCraftedGoogle, type Crafted } from './testing/crafted-google.ts'
import { startIssuer } from './testing/issuer.ts'
import {
  ada,
  begin,
  envOf,
  oidcWorld,
  sharedOidcWorld,
  signInAtSchool,
  startSchool,
} from './testing/oidc-world.ts'
import { walk } from './testing/walk.ts'

const emptyOidcWorld = sharedOidcWorld()

const urlOf = (answer: LightMyRequestResponse) => answer.json<{ url: string }>().url

const failed = '/login?error=sign_in_failed'

const clientOf = ({ issuer }: Crafted, env: Record<string, string> = {}) => ({
  IDENTITY: 'oidc',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'web',
  ...env,
})

describe('signing in at the issuer', () => {
  test('leads to a session like any other, and to the same account every time', async () => {
    const { app, browser } = await withBrowser(emptyOidcWorld())
    expect(await signInAtSchool(browser)).toBe('/login')
    expect([...browser.cookies.keys()].toSorted()).toEqual(['tengrand.session', 'tengrand_session'])
    const first = await browser.ownAccount()
    expect(first).toMatchObject({ email: ada.email })
    expect((await browser.get('/identity/get-session')).json()).toEqual({
      user: { id: ada.sub, email: ada.email },
    })
    const elsewhere = browserOn(app)
    await signInAtSchool(elsewhere)
    expect(await elsewhere.ownAccount()).toEqual(first)
  })

  test('reaches the account that the bearer of a token of the issuer has', async () => {
    const issuer = await startIssuer()
    const crafted = await startCraftedGoogle('web')
    crafted.claims = { sub: 'ada' }
    const { app } = await createWorld({
      env: {
        IDENTITY: 'oidc',
        OIDC_ISSUER: crafted.issuer,
        OIDC_CLIENT_ID: 'web',
        OIDC_AUDIENCE: 'tengrand-api',
        // The test signs the tokens of programs with these keys.
        OIDC_JWKS_URL: issuer.jwksUrl,
      },
    })
    const headers = { authorization: `Bearer ${issuer.token({ iss: crafted.issuer })}` }
    const asProgram = await app.inject({ url: '/api/account', headers })
    expect(asProgram.statusCode).toBe(200)
    const browser = browserOn(app)
    expect(await signInAtSchool(browser)).toBe('/login')
    const { user_id: id } = asProgram.json<{ user_id: string }>()
    expect(await browser.ownAccount()).toMatchObject({ user_id: id })
  })

  test('is offered by the web app, with the name of the issuer and without any secret', async () => {
    const { app, issuer } = await emptyOidcWorld()
    const config = await app.inject('/config.json')
    expect(config.json()).toMatchObject({
      identity: { kind: 'oidc', name: 'North High School', signUp: 'open', allowedDomains: [] },
    })
    expect(config.body).not.toContain(issuer.clientSecret)
  })

  test('lasts as long as any session, and gives out tokens as long', async () => {
    const clock = movable(Date.now())
    const { browser } = await withBrowser(oidcWorld({ now: clock.now }))
    await signInAtSchool(browser)
    clock.move(days(13))
    expect(await browser.account(await browser.token())).toBe(200)
    clock.move(days(14))
    expect((await browser.get('/identity/token')).statusCode).toBe(401)
  })

  test('asks anew who somebody is, where they have just left or were turned away', async () => {
    const { app } = await emptyOidcWorld()
    const promptOf = async (body: object) =>
      new URL(urlOf(await browserOn(app).post('/sign-in/oidc', body))).searchParams.get('prompt')
    expect(await promptOf({})).toBe(null)
    expect(await promptOf({ askAgain: false })).toBe(null)
    expect(await promptOf({ askAgain: true })).toBe('login')
  })

  test('finds the email also where only the userinfo endpoint has it', async () => {
    const issuer = await startCraftedGoogle('web')
    issuer.claims = { email: undefined, email_verified: undefined }
    const env = clientOf(issuer, { IDENTITY_ALLOWED_DOMAINS: 'school.example' })
    const { browser } = await withBrowser(createWorld({ env }))
    expect(await signInAtSchool(browser)).toBe('/login')
    expect(await browser.ownAccount()).toMatchObject({ email: 'grace@school.example' })
  })

  test('needs no email', async () => {
    const { app, issuer } = await emptyOidcWorld()
    issuer.setPerson({ sub: ada.sub })
    const browser = browserOn(app)
    expect(await signInAtSchool(browser)).toBe('/login')
    expect(await browser.ownAccount()).toMatchObject({ email: null })
  })

  test('joins nobody to somebody else with the same email', async () => {
    const { app, issuer, connection } = await emptyOidcWorld()
    const embedded = await createWorld({ connection })
    const owner = browserOn(embedded.app)
    await owner.signUp(ada.email)
    const before = await owner.ownAccount()
    const browser = browserOn(app)
    await signInAtSchool(browser)
    issuer.setPerson({ ...ada, sub: 'another ada' })
    const other = browserOn(app)
    await signInAtSchool(other)
    const accounts = [before, await browser.ownAccount(), await other.ownAccount()]
    expect(new Set(accounts.map(({ user_id: id }) => id)).size).toBe(3)
  })

  test('gives no session to a person whose account is locked', async () => {
    const { app, db } = await emptyOidcWorld()
    await signInAtSchool(browserOn(app))
    await db.query('update account set locked_at = now()')
    await db.query('delete from identity.session')
    const browser = browserOn(app)
    expect(await signInAtSchool(browser)).toBe('/login?error=account_locked')
    expect([...browser.cookies.keys()]).toEqual([])
    expect(await db.query('select from identity.session')).toEqual([])
  })

  test('counts for nothing where another provider signs people in', async () => {
    const { connection, browser } = await withBrowser(emptyOidcWorld())
    await signInAtSchool(browser)
    const token = await browser.token()
    const embedded = await createWorld({ connection })
    const later = browserOn(embedded.app)
    for (const [name, cookie] of browser.cookies) later.cookies.set(name, cookie)
    expect(await later.account(token)).toBe(401)
    expect((await later.get('/identity/token')).statusCode).toBe(401)
  })

  test('stores no token of the issuer', async () => {
    const { app, db } = await emptyOidcWorld()
    await signInAtSchool(browserOn(app))
    const rows = await db.query('select * from identity.session')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('eyJ')
    expect(await db.query('select 1 from identity.person')).toEqual([])
  })
})

describe('signing out', () => {
  test('ends the session here, and leads to where it ends at the issuer', async () => {
    const { issuer, browser } = await withBrowser(emptyOidcWorld())
    await signInAtSchool(browser)
    const token = await browser.token()
    const url = new URL(urlOf(await browser.post('/sign-out')))
    expect(await browser.account(token)).toBe(401)
    expect(browser.cookies.has('tengrand.session')).toBe(false)
    expect(url.origin).toBe(issuer.issuer)
    expect(url.searchParams.get('client_id')).toBe(issuer.clientId)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/login')
    expect((await fetch(url)).status).toBe(200)
  })

  test('leads nowhere when nobody was signed in, or the issuer offers nothing', async () => {
    const { app } = await emptyOidcWorld()
    expect((await browserOn(app).post('/sign-out')).json()).toEqual({ success: true, url: null })
    const crafted = await startCraftedGoogle('web')
    const other = await createWorld({ env: clientOf(crafted) })
    const browser = browserOn(other.app)
    await signInAtSchool(browser)
    expect((await browser.post('/sign-out')).json()).toEqual({ success: true, url: null })
  })
})

describe('the callback of the issuer', () => {
  test('takes a code once, and a state once, also with the cookie that was thrown away', async () => {
    const { app, db, issuer, connection } = await emptyOidcWorld()
    const second = await createWorld({ connection, env: envOf(issuer) })
    const browser = browserOn(app)
    const url = urlOf(await begin(browser))
    const state = browser.cookies.get('tengrand.oauth_state')
    if (state === undefined) throw new Error('There is no state to replay.')
    const back = await walk(url, 'continue')
    expect((await browser.get(back)).headers.location).toBe('/login')
    expect((await browser.get(back)).headers.location).toBe(failed)
    for (const node of [app, second.app]) {
      for (const again of [back, await walk(url, 'continue')]) {
        const thief = browserOn(node)
        thief.cookies.set('tengrand.oauth_state', state)
        expect((await thief.get(again)).headers.location).toBe(failed)
        expect(thief.cookies.has('tengrand.session')).toBe(false)
      }
    }
    expect(await db.query('select 1 from identity.session')).toHaveLength(1)
  })

  test('is open for ten minutes', async () => {
    const clock = movable(Date.now())
    const { browser } = await withBrowser(oidcWorld({ now: clock.now }))
    const back = await walk(urlOf(await begin(browser)), 'continue')
    clock.move(600_000)
    expect((await browser.get(back)).headers.location).toBe(failed)
  })

  test('does not ask the issuer about codes without end', async () => {
    const { browser } = await withBrowser(oidcWorld({ env: { IDENTITY_SIGN_INS_PER_MINUTE: '3' } }))
    const state = new URL(urlOf(await begin(browser))).searchParams.get('state')
    const cookie = browser.cookies.get('tengrand.oauth_state')
    if (cookie === undefined) throw new Error('There is no state.')
    const pages: unknown[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      browser.cookies.set('tengrand.oauth_state', cookie)
      const { headers } = await browser.get(`/identity/callback/oidc?code=made-up&state=${state}`)
      pages.push(headers.location)
    }
    const tooMany = '/login?error=too_many_requests'
    expect(pages).toEqual([failed, failed, failed, tooMany, tooMany])
  })

  test('makes at most fifty sessions for a person, also when many come back at once', async () => {
    const { app, db, issuer } = await emptyOidcWorld()
    await db.query(
      `insert into identity.session (id, secret, issuer, subject, created_at, used_at, expires_at)
       select 'more' || number, 'more' || number, $1, $2, now(), now(), now() + interval '1 day'
       from generate_series(1, 50) as number`,
      [issuer.issuer, ada.sub],
    )
    await Promise.all(Array.from({ length: 6 }, () => signInAtSchool(browserOn(app))))
    expect(await db.query('select 1 from identity.session')).toHaveLength(50)
  })

  test('says so when the person cancels', async () => {
    const { browser } = await withBrowser(emptyOidcWorld())
    expect(await signInAtSchool(browser, 'cancel')).toBe('/login?error=sign_in_cancelled')
    expect(browser.cookies.size).toBe(0)
  })

  test('replaces the session that the browser had', async () => {
    const { db, issuer, browser } = await withBrowser(emptyOidcWorld())
    await signInAtSchool(browser)
    const token = await browser.token()
    issuer.setPerson({ ...ada, sub: 'grace-at-school' })
    await signInAtSchool(browser)
    expect(await browser.account(token)).toBe(401)
    expect(await db.query('select subject from identity.session')).toEqual([
      { subject: 'grace-at-school' },
    ])
  })
})

const now = () => Math.floor(Date.now() / 1000)

describe('an identity token', () => {
  const craftedIssuer = sharedCraftedGoogle('web')
  const emptyWorld = sharedWorlds({ isClockReal: true })

  test('with an email that has a zero in it signs its person in only where all of it is right', async () => {
    const issuer = Object.assign(await craftedIssuer(), { claims: { email: 'ada\0@x.example' } })
    const { browser } = await withBrowser(emptyWorld({ env: clientOf(issuer) }))
    expect(await signInAtSchool(browser)).toBe('/login')
    expect(await browser.ownAccount()).toMatchObject({ email: null })
  })

  test('issued in the future has a line in the log that names the clock, and nobody', async () => {
    const issuer = await craftedIssuer()
    Object.assign(issuer, { claims: { iat: now() + 360 } })
    const { app, logLines } = await emptyWorld({ env: clientOf(issuer) })
    await signInAtSchool(browserOn(app))
    const lines = logLines.filter((line) => line.includes('"level":40'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('an identity token was issued in the future')
    expect(lines[0]).not.toContain('grace')
  })

  test('signed with an algorithm that is not in our list signs nobody in', async () => {
    const issuer = await startCraftedGoogle('web')
    const env = clientOf(issuer, { OIDC_ALGORITHMS: 'RS256' })
    const { browser } = await withBrowser(createWorld({ env }))
    expect(await signInAtSchool(browser)).toBe(failed)
  })
})

describe('an issuer that is down', () => {
  test('is asked again after a while, and the server starts without it', async () => {
    const clock = movable(Date.now())
    const gone = await startSchool()
    await gone.close()
    const { browser } = await withBrowser(createWorld({ now: clock.now, env: envOf(gone) }))
    const answer = await begin(browser)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('30')
    expect(answer.json()).toMatchObject({ code: 'sign_in_unavailable' })
    const back = await startSchool(Number(new URL(gone.issuer).port))
    expect((await begin(browser)).statusCode).toBe(503)
    clock.move(30_000)
    expect((await begin(browser)).statusCode).toBe(200)
    await back.close()
  })

  test('or whose discovery document names another is logged at the start, with the reason', async () => {
    const issuer = await startCraftedGoogle('web')
    issuer.discovery = { ...issuer.discovery, issuer: 'https://evil.example' }
    const { logLines } = await createWorld({ env: clientOf(issuer) })
    await eventually(() =>
      expect(logLines.join('')).toContain(
        'the discovery document of the OpenID Connect issuer could not be loaded',
      ),
    )
    expect(logLines.join('')).toMatch(/does not match|names another issuer/)
  })

  test('is not one that refuses our secret', async () => {
    const issuer = await startSchool()
    const env = { ...envOf(issuer), OIDC_CLIENT_SECRET: 'a mistyped secret' }
    const { app } = await createWorld({ env })
    expect(await signInAtSchool(browserOn(app))).toBe(failed)
    await issuer.close()
  })

  test('when the browser comes back is told to the person, and nobody is signed in', async () => {
    const { issuer, browser } = await withBrowser(oidcWorld())
    const back = await walk(urlOf(await begin(browser)), 'continue')
    await issuer.close()
    expect((await browser.get(back)).headers.location).toBe('/login?error=sign_in_unavailable')
    expect(browser.cookies.has('tengrand.session')).toBe(false)
  })

  test('is not where people are sent to', async () => {
    const clock = movable(Date.now())
    const { issuer, browser } = await withBrowser(oidcWorld({ now: clock.now }))
    expect((await begin(browser)).statusCode).toBe(200)
    await issuer.close()
    clock.move(30_000)
    expect((await begin(browser)).json()).toMatchObject({ code: 'sign_in_unavailable' })
  })

  test('does not end the sessions of those who are signed in', async () => {
    const clock = movable(Date.now())
    const { issuer, browser } = await withBrowser(oidcWorld({ now: clock.now }))
    await signInAtSchool(browser)
    await issuer.close()
    clock.move(3_600_000)
    expect(await browser.account(await browser.token())).toBe(200)
    expect((await browser.post('/sign-out')).json()).toEqual({ success: true, url: null })
  })
})

describe('an issuer whose discovery document is sloppy', () => {
  const openWith = async (changed: object) => {
    const issuer = await startCraftedGoogle('web')
    issuer.discovery = { ...issuer.discovery, ...changed }
    return browserOn((await createWorld({ env: clientOf(issuer) })).app)
  }

  test.each([
    [{ end_session_endpoint: null }],
    [{ end_session_endpoint: 'nonsense' }],
    [{ end_session_endpoint: 'javascript:alert(1)' }],
    [{ token_endpoint_auth_methods_supported: null }],
    [{ authorization_response_iss_parameter_supported: 'yes' }],
  ])('as in %j still signs people in and out', async (changed) => {
    const browser = await openWith(changed)
    expect(await signInAtSchool(browser)).toBe('/login')
    expect((await browser.post('/sign-out')).json()).toEqual({ success: true, url: null })
  })

  test.each([
    [{ authorization_endpoint: null }],
    [{ authorization_endpoint: 'javascript:alert(1)' }],
    [{ authorization_endpoint: 'http://issuer.example/auth' }],
  ])('as in %j is not where people are sent to', async (changed) => {
    const answer = await begin(await openWith(changed))
    expect(answer.json()).toMatchObject({ code: 'sign_in_unavailable' })
  })
})

describe('the calls of /identity', () => {
  test('are closed to pages of other sites', async () => {
    const { app, db, browser } = await withBrowser(emptyOidcWorld())
    await signInAtSchool(browser)
    for (const path of ['/sign-in/oidc', '/sign-out']) {
      const answer = await browser.post(path, {}, { origin: 'https://evil.example' })
      expect(answer.json()).toMatchObject({ code: 'foreign_origin' })
      expect(answer.headers['set-cookie']).toBeUndefined()
      const payload = 'x=y'
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const form = await app.inject({ method: 'POST', url: `/identity${path}`, headers, payload })
      expect(form.statusCode).toBe(415)
    }
    expect(await db.query('select 1 from identity.session')).toHaveLength(1)
  })

  test('of passwords and Google are not there', async () => {
    const { browser } = await withBrowser(emptyOidcWorld())
    for (const path of [
      '/sign-up/email',
      '/sign-in/email',
      '/sign-in/google',
      '/request-password-reset',
      '/reset-password',
      '/change-password',
      '/change-email',
      '/send-confirmation',
      '/confirm-email',
    ]) {
      const given = { email: 'eve@evil.example', password: 'correct horse battery' }
      expect((await browser.post(path, given)).statusCode).toBe(404)
    }
  })

  test('are not there at all where only programs come in', async () => {
    const issuer = await startIssuer()
    const { app } = await createWorld({
      env: { IDENTITY: 'oidc', OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'tengrand-api' },
    })
    const browser = browserOn(app)
    expect((await begin(browser)).statusCode).toBe(404)
    expect((await browser.get('/identity/token')).statusCode).toBe(404)
    expect((await app.inject('/config.json')).json()).toMatchObject({
      identity: { kind: 'oidc', name: null },
    })
  })
})
