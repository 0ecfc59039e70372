import { describe, expect, test } from 'vitest'

import { sharedWorlds, sharedByTests } from '../testing/shared-worlds.ts'
import { createWorld } from '../testing/world.ts'
import { browserOn, newcomer, type Browser, withBrowser } from './testing/browser.ts'
import { envOf, grace, nonce, sharedGoogleWorld, signInWithGoogle } from './testing/google-world.ts'
import { startIssuer } from './testing/issuer.ts'
import { ada, envOf as schoolOf, sharedOidcWorld, signInAtSchool } from './testing/oidc-world.ts'

const closed = { IDENTITY_SIGN_UP: 'closed' }
const school = { IDENTITY_ALLOWED_DOMAINS: 'school.example,north.example' }
const refusedByGoogle = (error: string) => `/auth/popup.html?nonce=${nonce}&error=${error}`
const isSignedIn = ({ cookies }: Browser) => cookies.has('tengrand.session')

describe('where sign-up is closed', () => {
  const emptyWorld = sharedWorlds({ isClockReal: true })
  const emptyGoogleWorld = sharedGoogleWorld()
  const emptyOidcWorld = sharedOidcWorld()

  test('nobody new gets in with a password, and it does not matter who is there already', async () => {
    const first = await emptyWorld()
    await newcomer(first.app)
    const { app, db } = await createWorld({ connection: first.connection, env: closed })
    const answers = [
      await browserOn(app).signUp('ada@school.example'),
      await browserOn(app).signUp('grace@school.example'),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.json()).toMatchObject({ code: 'sign_up_closed' })
    }
    expect(await db.query('select 1 from identity.person')).toHaveLength(1)
    expect((await browserOn(app).signIn('ada@school.example')).statusCode).toBe(200)
  })

  test('nobody new gets in with Google, and those who are known do', async () => {
    const { app, google, connection, db } = await emptyGoogleWorld()
    await signInWithGoogle(browserOn(app))
    const later = await createWorld({ connection, env: envOf(google, closed) })
    const known = browserOn(later.app)
    await signInWithGoogle(known)
    expect(isSignedIn(known)).toBe(true)
    google.setPerson({ ...grace, sub: 'eve', email: 'eve@school.example' })
    const stranger = browserOn(later.app)
    expect(await signInWithGoogle(stranger)).toBe(refusedByGoogle('sign_up_closed'))
    expect(isSignedIn(stranger)).toBe(false)
    expect(await db.query('select 1 from identity.person')).toHaveLength(1)
  })

  test('a known person can be joined to their Google account', async () => {
    const { app, db, google, connection } = await emptyGoogleWorld()
    await newcomer(app, grace.email)
    await db.query('update identity.person set is_email_proven = true')
    const later = await createWorld({ connection, env: envOf(google, closed) })
    const browser = browserOn(later.app)
    await signInWithGoogle(browser)
    expect(isSignedIn(browser)).toBe(true)
  })

  test('nobody new gets in through the issuer, and those who are known do', async () => {
    const { issuer, connection, db, browser: first } = await withBrowser(emptyOidcWorld())
    await signInAtSchool(first)
    expect(await first.account(await first.token())).toBe(200)
    const later = await createWorld({ connection, env: schoolOf(issuer, closed) })
    const known = browserOn(later.app)
    expect(await signInAtSchool(known)).toBe('/login')
    issuer.setPerson({ ...ada, sub: 'eve' })
    const stranger = browserOn(later.app)
    expect(await signInAtSchool(stranger)).toBe('/login?error=sign_up_closed')
    expect(isSignedIn(stranger)).toBe(false)
    expect(await db.query('select 1 from account')).toHaveLength(1)
  })

  test('a session from before opens no new account', async () => {
    const { issuer, connection, db, browser } = await withBrowser(emptyOidcWorld())
    await signInAtSchool(browser)
    // The sign-in has created the account.
    expect(await db.query('select subject from account')).toEqual([{ subject: ada.sub }])
    const later = await createWorld({ connection, env: schoolOf(issuer, closed) })
    const known = browserOn(later.app)
    for (const [name, cookie] of browser.cookies) known.cookies.set(name, cookie)
    expect(await known.account(await known.token())).toBe(200)
    expect(await db.query('select 1 from account')).toHaveLength(1)
  })

  test('nobody new gets in with a token of the issuer, and those who are known do', async () => {
    const issuer = await startIssuer()
    const env = { IDENTITY: 'oidc', OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'tengrand-api' }
    const ask = ({ app }: Awaited<ReturnType<typeof createWorld>>, claims: object = {}) =>
      app.inject({
        url: '/api/account',
        headers: { authorization: `Bearer ${issuer.token(claims)}` },
      })
    const first = await createWorld({ env })
    expect((await ask(first)).statusCode).toBe(200)
    const later = await createWorld({ connection: first.connection, env: { ...env, ...closed } })
    expect((await ask(later)).statusCode).toBe(200)
    for (let tries = 0; tries < 2; tries += 1) {
      const answer = await ask(later, { sub: 'eve' })
      expect(answer.json()).toMatchObject({ code: 'sign_up_closed' })
    }
    expect(await first.db.query('select 1 from account')).toHaveLength(1)
  })

  test('the configuration of the web app says so', async () => {
    const { app } = await emptyWorld({ env: { ...closed, ...school } })
    expect((await app.inject('/config.json')).json()).toMatchObject({
      identity: { signUp: 'closed', allowedDomains: ['school.example', 'north.example'] },
    })
  })
})

describe('where only some domains are allowed', () => {
  const emptyWorld = sharedWorlds({ isClockReal: true })
  const emptyGoogleWorld = sharedGoogleWorld(school)
  const emptyOidcWorld = sharedOidcWorld(school)
  const started = sharedByTests((atEnd) => startIssuer({}, atEnd))

  test.each([
    ['ada@school.example', 200],
    ['Ada@NORTH.example', 200],
    ['eve@evil.example', 403],
    ['eve@sub.school.example', 403],
    ['eve@notschool.example', 403],
    ['eve@school.example.evil.example', 403],
    ['school.example@evil.example', 403],
    ['"a@school.example"@evil.example', 400],
    ['eve@evil.example, a@school.example', 400],
  ])('signing up as %s is answered with %d', async (email, status) => {
    const { app, db } = await emptyWorld({ env: school })
    const answer = await browserOn(app).signUp(email)
    expect(answer.statusCode).toBe(status)
    const codes = { 200: undefined, 400: 'invalid_email', 403: 'domain_not_allowed' }
    expect(answer.json<{ code?: string }>().code).toBe(codes[status as keyof typeof codes])
    expect(await db.query('select 1 from identity.person')).toHaveLength(status === 200 ? 1 : 0)
  })

  test('a person who has a password already signs in with it', async () => {
    const first = await emptyWorld()
    await newcomer(first.app, 'teacher@elsewhere.example')
    const { app } = await createWorld({ connection: first.connection, env: school })
    expect((await browserOn(app).signIn('teacher@elsewhere.example')).statusCode).toBe(200)
  })

  test.each([
    ['of the domain', grace, true],
    ['of another domain', { ...grace, email: 'eve@evil.example', hd: 'evil.example' }, false],
    ['of another domain, in the name of this one', { ...grace, email: 'eve@evil.example' }, false],
  ])('a person at Google %s is let in by domain', async (_what, person, isTaken) => {
    const { browser } = await withBrowser(emptyGoogleWorld(person))
    const done = `/auth/popup.html?nonce=${nonce}`
    const expected = isTaken ? done : refusedByGoogle('domain_not_allowed')
    expect(await signInWithGoogle(browser)).toBe(expected)
    expect(isSignedIn(browser)).toBe(isTaken)
  })

  test.each([
    ['of the domain', ada, '/login'],
    ['of another domain', { ...ada, email: 'eve@evil.example' }, 'domain_not_allowed'],
    ['of the domain, for all they say', { ...ada, email_verified: false }, 'email_unverified'],
    ['of the domain, in a text', { ...ada, email_verified: 'true' }, 'email_unverified'],
    ['without an email', { sub: 'eve' }, 'email_unverified'],
  ])('a person of the issuer %s is let in by domain', async (_what, person, page) => {
    const { app, issuer, db } = await emptyOidcWorld()
    issuer.setPerson(person)
    const browser = browserOn(app)
    const expected = page === '/login' ? page : `/login?error=${page}`
    expect(await signInAtSchool(browser)).toBe(expected)
    expect(isSignedIn(browser)).toBe(page === '/login')
    expect(await db.query('select 1 from identity.session')).toHaveLength(page === '/login' ? 1 : 0)
  })

  test.each([
    ['of the domain', { email: 'ada@school.example', email_verified: true }, 200],
    ['of another domain', { email: 'eve@evil.example', email_verified: true }, 403],
    ['of the domain, for all they say', { email: 'ada@school.example' }, 403],
    ['without an email', { email: undefined }, 403],
  ])('the bearer of a token %s is let in by domain', async (_what, claims, status) => {
    const issuer = await started()
    const { app, db } = await emptyWorld({
      env: { IDENTITY: 'oidc', OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'tengrand-api', ...school },
    })
    const headers = { authorization: `Bearer ${issuer.token(claims)}` }
    expect((await app.inject({ url: '/api/account', headers })).statusCode).toBe(status)
    expect(await db.query('select 1 from account')).toHaveLength(status === 200 ? 1 : 0)
  })
})
