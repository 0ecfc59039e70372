import { describe, expect, test } from 'vitest'

import { createWorld } from '../../testing/world.ts'
import {
  type Browser,
  browserOn,
  movable,
  newcomer,
  password,
  withBrowser,
  withNewcomer,
  resetPassword,
  useUpGuesses,
} from '../testing/browser.ts'
import { startCraftedGoogle, type Crafted } from '../testing/crafted-google.ts'
import {
  begin,
  envOf,
  googleWorld,
  grace,
  nonce,
  sharedGoogleWorld,
  signInWithGoogle,
  startGoogle,
} from '../testing/google-world.ts'
import { countPasswordWork } from '../testing/password-work.ts'
import { walk } from '../testing/walk.ts'

const emptyGoogleWorld = sharedGoogleWorld()
const done = `/auth/popup.html?nonce=${nonce}`
const failed = (reason: string) => `${done}&error=${reason}`
const who = async (browser: Browser) =>
  (await browser.get('/identity/get-session')).json<{
    user: { id: string; email: string } | null
  }>().user

describe('signing in with Google', () => {
  test('makes an account the first time and finds it the next', async () => {
    const { app, browser } = await withBrowser(emptyGoogleWorld())
    expect(await signInWithGoogle(browser)).toBe(done)
    const first = await who(browser)
    expect(first).toMatchObject({ email: grace.email })
    expect(await browser.account(await browser.token())).toBe(200)
    const elsewhere = browserOn(app)
    expect(await signInWithGoogle(elsewhere)).toBe(done)
    expect(await who(elsewhere)).toEqual(first)
  })

  test('sets the same cookies as a password does, and leaves none of its own', async () => {
    const { browser } = await withBrowser(emptyGoogleWorld())
    await signInWithGoogle(browser)
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      'tengrand.device',
      'tengrand.session',
      'tengrand_session',
    ])
  })

  test('stores neither the tokens of Google nor what it says about a person', async () => {
    const { app, db } = await emptyGoogleWorld()
    await signInWithGoogle(browserOn(app))
    await signInWithGoogle(browserOn(app))
    expect(await db.query('select * from identity.person')).toEqual([
      {
        id: expect.any(String),
        email: grace.email,
        is_email_proven: true,
        password: null,
        google_subject: grace.sub,
        created_at: expect.any(Date),
      },
    ])
    const [states] = await db.query<{ text: string }>(
      'select string_agg(used_state::text, $1) as text from identity.used_state',
      [' '],
    )
    expect(states?.text).not.toMatch(/grace|\b1083\b/)
  })

  test('has one account for each person at Google', async () => {
    const { app, db } = await emptyGoogleWorld()
    await signInWithGoogle(browserOn(app))
    const copy = `insert into identity.person (id, email, is_email_proven, google_subject, created_at)
      select 'copy', 'copy@school.example', true, google_subject, created_at from identity.person`
    await expect(db.query(copy)).rejects.toThrow('duplicate key')
  })

  test('says so when the person cancels', async () => {
    const { browser } = await withBrowser(emptyGoogleWorld())
    expect(await signInWithGoogle(browser, 'cancel')).toBe(failed('sign_in_cancelled'))
    expect(await who(browser)).toBe(null)
  })

  test('lasts as long as any session, on the clock of the server', async () => {
    // The stand-in for Google uses the system clock.
    const clock = movable(Date.now())
    const { browser } = await withBrowser(googleWorld(grace, { now: clock.now }))
    await signInWithGoogle(browser)
    expect((await browser.get('/identity/token')).statusCode).toBe(200)
    clock.move(14 * 86_400_000)
    expect((await browser.get('/identity/token')).statusCode).toBe(401)
  })
})

describe('a person who comes through Google', () => {
  test.each([
    ['"false"', 'false'],
    ['"true"', 'true'],
    ['false', false],
    ['1', 1],
    ['nothing', undefined],
  ])(
    'with an email that is vouched for with %s is let in neither as a newcomer nor to an account that is there',
    async (_what, verified) => {
      const world = await emptyGoogleWorld({ ...grace, email_verified: verified })
      const newcomerAtGoogle = browserOn(world.app)
      expect(await signInWithGoogle(newcomerAtGoogle)).toBe(failed('email_unverified'))
      expect(await who(newcomerAtGoogle)).toBe(null)
      expect(await world.db.query('select 1 from identity.person')).toEqual([])
      await newcomer(world.app, grace.email)
      await world.db.query('update identity.person set is_email_proven = true')
      const attacker = browserOn(world.app)
      expect(await signInWithGoogle(attacker)).toBe(failed('email_unverified'))
      expect(await who(attacker)).toBe(null)
      expect(await world.db.query('select google_subject from identity.person')).toEqual([
        { google_subject: null },
      ])
    },
  )

  test('without an email that could be written to is not let in', async () => {
    const { app } = await emptyGoogleWorld({
      ...grace,
      email: 'grace@school.example\r\nBcc: eve@evil.example',
    })
    const browser = browserOn(app)
    expect(await signInWithGoogle(browser)).toBe(failed('email_unverified'))
    expect(await who(browser)).toBe(null)
  })

  test('gets an account that another has made with their email only through the mailbox', async () => {
    const world = await emptyGoogleWorld()
    // An attacker signs up with the email of another person, and waits.
    const attacker = await newcomer(world.app, grace.email)
    const attackersToken = await attacker.browser.token()
    const owner = browserOn(world.app)
    expect(await signInWithGoogle(owner)).toBe(failed('account_exists'))
    expect(await who(owner)).toBe(null)
    await resetPassword(world, grace.email, 'the password of the owner')
    expect(await signInWithGoogle(owner)).toBe(done)
    expect(await who(owner)).toEqual({ id: attacker.id, email: grace.email })
    // The attacker has lost the account.
    expect(await attacker.browser.account(attackersToken)).toBe(401)
    expect((await attacker.browser.get('/identity/token')).statusCode).toBe(401)
    expect((await browserOn(world.app).signIn(grace.email, password)).statusCode).toBe(401)
  })

  describe('with an email that Google does not hand out itself', () => {
    const outside = { sub: '1083', email: 'grace@college.example', email_verified: true }

    test('gets in, with an account of their own', async () => {
      const { app, db, browser } = await withBrowser(emptyGoogleWorld(outside))
      expect(await signInWithGoogle(browser)).toBe(done)
      expect(await who(browser)).toMatchObject({ email: outside.email })
      expect(await signInWithGoogle(browserOn(app))).toBe(done)
      expect(await db.query('select is_email_proven from identity.person')).toEqual([
        { is_email_proven: false },
      ])
    })

    test('is not joined to an account with a password, however well its email is proven', async () => {
      const { world } = await withNewcomer(emptyGoogleWorld(outside), outside.email)
      await resetPassword(world, outside.email, 'the password of the owner')
      const browser = browserOn(world.app)
      expect(await signInWithGoogle(browser)).toBe(failed('account_exists'))
      expect(await who(browser)).toBe(null)
      // Google vouches for its own addresses, and for those of domains that it manages.
      world.google.setPerson({ ...outside, hd: 'college.example' })
      expect(await signInWithGoogle(browser)).toBe(done)
    })

    test('loses the account to whoever reads the mailbox, who may be somebody else by now', async () => {
      const { world, browser: early } = await withBrowser(emptyGoogleWorld(outside))
      await signInWithGoogle(early)
      const token = await early.token()
      await resetPassword(world, outside.email, 'the password of the owner')
      expect(await early.account(token)).toBe(401)
      expect(await signInWithGoogle(early)).toBe(failed('account_exists'))
      const owner = browserOn(world.app)
      expect((await owner.signIn(outside.email, 'the password of the owner')).statusCode).toBe(200)
    })

    test.each(['x@gmail.com.evil.example', 'x@notgmail.com'])(
      'such as %s is not joined to the account of that email',
      async (email) => {
        const { world } = await withNewcomer(emptyGoogleWorld({ ...outside, email }), email)
        await world.db.query('update identity.person set is_email_proven = true')
        expect(await signInWithGoogle(browserOn(world.app))).toBe(failed('account_exists'))
      },
    )
  })

  test('with an address at gmail.com is joined to the account with the same proven email', async () => {
    const world = await emptyGoogleWorld({
      sub: '1083',
      email: 'grace@gmail.com',
      email_verified: true,
    })
    const { id } = await newcomer(world.app, 'grace@gmail.com')
    await resetPassword(world, 'grace@gmail.com', 'the password of the owner')
    const browser = browserOn(world.app)
    expect(await signInWithGoogle(browser)).toBe(done)
    expect(await who(browser)).toMatchObject({ id })
    // The password opens the same account.
    const other = browserOn(world.app)
    await other.signIn('grace@gmail.com', 'the password of the owner')
    expect(await who(other)).toMatchObject({ id })
  })

  test('with an email in capitals has the account of that email', async () => {
    const world = await emptyGoogleWorld({ ...grace, email: 'Grace@School.Example' })
    const browser = browserOn(world.app)
    expect(await signInWithGoogle(browser)).toBe(done)
    expect(await who(browser)).toMatchObject({ email: 'grace@school.example' })
    expect((await browserOn(world.app).signUp('grace@school.example')).statusCode).toBe(409)
  })

  test('does not inherit the account of an earlier owner of the address', async () => {
    const { app, google } = await emptyGoogleWorld()
    await signInWithGoogle(browserOn(app))
    google.setPerson({ ...grace, sub: 'somebody else' })
    const heir = browserOn(app)
    expect(await signInWithGoogle(heir)).toBe(failed('account_exists'))
    expect(await who(heir)).toBe(null)
  })

  test('stays the same when Google knows another email of theirs', async () => {
    const { google, browser } = await withBrowser(emptyGoogleWorld())
    await signInWithGoogle(browser)
    const before = await who(browser)
    google.setPerson({ ...grace, email: 'hopper@school.example' })
    await signInWithGoogle(browser)
    expect(await who(browser)).toEqual(before)
  })

  test('cannot sign in with a password, and it takes as long as any to say so', async () => {
    const world = await emptyGoogleWorld()
    await signInWithGoogle(browserOn(world.app))
    const work = countPasswordWork()
    for (const secret of [password, 'null-null', 'undefined']) {
      const answer = await browserOn(world.app).signIn(grace.email, secret)
      expect(answer.json()).toMatchObject({ code: 'invalid_credentials' })
    }
    expect(work()).toBe(3)
    await resetPassword(world, grace.email, 'the password of grace')
    const browser = browserOn(world.app)
    expect((await browser.signIn(grace.email, 'the password of grace')).statusCode).toBe(200)
  })
})

describe('the callback of Google', () => {
  test('takes a code once', async () => {
    const { app, db, browser } = await withBrowser(emptyGoogleWorld())
    const begun = await begin(browser)
    const state = browser.cookies.get('tengrand.oauth_state')
    const back = await walk(begun.json<{ url: string }>().url, 'continue')
    expect((await browser.get(back)).headers.location).toBe(done)
    expect((await browser.get(back)).headers.location).toBe('/auth/popup.html?error=sign_in_failed')
    // The state is refused even with the cookie that the browser has deleted.
    const thief = browserOn(app)
    if (state !== undefined) thief.cookies.set('tengrand.oauth_state', state)
    expect((await thief.get(back)).headers.location).toBe(failed('sign_in_failed'))
    expect(thief.cookies.has('tengrand.session')).toBe(false)
    expect(await db.query('select 1 from identity.session')).toHaveLength(1)
  })

  test('takes a state once, also with a fresh code, on another node, and for somebody new', async () => {
    const { app, db, google, connection } = await emptyGoogleWorld()
    const second = await createWorld({ connection, env: envOf(google) })
    const browser = browserOn(app)
    const { url } = (await begin(browser)).json<{ url: string }>()
    const state = browser.cookies.get('tengrand.oauth_state')
    if (state === undefined) throw new Error('There is no state to replay.')
    expect((await browser.get(await walk(url, 'continue'))).headers.location).toBe(done)
    google.setPerson({ ...grace, sub: 'eve', email: 'eve@evil.example' })
    for (const node of [app, second.app]) {
      const thief = browserOn(node)
      thief.cookies.set('tengrand.oauth_state', state)
      const { headers } = await thief.get(await walk(url, 'continue'))
      expect(headers.location).toBe(failed('sign_in_failed'))
      expect(thief.cookies.has('tengrand.session')).toBe(false)
    }
    expect(await db.query('select email from identity.person')).toEqual([{ email: grace.email }])
    expect(await db.query('select 1 from identity.session')).toHaveLength(1)
  })

  test('takes a state once, however many bring it back at the same time', async () => {
    const { app, db } = await emptyGoogleWorld()
    // The account exists already, so the sign-ins do not compete to create it.
    await signInWithGoogle(browserOn(app))
    await db.query('delete from identity.session')
    const browser = browserOn(app)
    const { url } = (await begin(browser)).json<{ url: string }>()
    const state = browser.cookies.get('tengrand.oauth_state')
    if (state === undefined) throw new Error('There is no state to replay.')
    const codes = await Promise.all(Array.from({ length: 4 }, () => walk(url, 'continue')))
    const answers = await Promise.all(
      codes.map((back) => {
        const one = browserOn(app)
        one.cookies.set('tengrand.oauth_state', state)
        return one.get(back)
      }),
    )
    const locations = answers.map(({ headers }) => headers.location)
    expect(locations.filter((location) => location === done)).toHaveLength(1)
    expect(await db.query('select 1 from identity.session')).toHaveLength(1)
  })

  test('writes nothing to the database for a state without a code of Google', async () => {
    const { db, browser } = await withBrowser(emptyGoogleWorld())
    const { url } = (await begin(browser)).json<{ url: string }>()
    const state = new URL(url).searchParams.get('state')
    await browser.get(`/identity/callback/google?code=made-up&state=${state}`)
    expect(await db.query('select 1 from identity.used_state')).toEqual([])
  })

  test('makes the device a known one, for that account alone', async () => {
    const env = { IDENTITY_FAILURES_PER_ADDRESS: '2' }
    const { app, browser } = await withBrowser(googleWorld(grace, { env }))
    await signInWithGoogle(browser)
    const other = await newcomer(app)
    for (const name of [grace.email, other.email]) await useUpGuesses(app, name)
    expect((await browser.signIn(other.email, 'incorrect horse battery')).statusCode).toBe(429)
    expect((await browser.signIn(grace.email, 'incorrect horse battery')).statusCode).toBe(401)
  })

  test('leads to the page of this product, whatever the request asks for', async () => {
    const { app } = await emptyGoogleWorld()
    const evil = 'https://evil.example'
    const browser = browserOn(app)
    const begun = await browser.post(
      '/sign-in/google',
      {
        nonce,
        callbackURL: evil,
        errorCallbackURL: evil,
        newUserCallbackURL: evil,
        redirectTo: evil,
        additionalData: { callbackURL: evil },
        additionalParams: { redirect_uri: evil },
        scopes: ['https://www.googleapis.com/auth/drive'],
        loginHint: 'eve@evil.example',
        idToken: { token: 'x' },
      },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    )
    const { url } = begun.json<{ url: string }>()
    expect(url).not.toContain('evil')
    expect(url).not.toContain('drive')
    const { headers } = await browser.get(await walk(url, 'continue'))
    expect(headers.location).toBe(done)
  })

  test('leads to where the server was said to be', async () => {
    const google = await startGoogle({ redirectUris: ['https://tengrand.example/x'] })
    const { app } = await createWorld({
      env: { ...envOf(google), PUBLIC_URL: 'https://tengrand.example', TRUST_PROXY: 'true' },
    })
    const begun = await begin(browserOn(app))
    const { searchParams } = new URL(begun.json<{ url: string }>().url)
    expect(searchParams.get('redirect_uri')).toBe(
      'https://tengrand.example/identity/callback/google',
    )
    expect(String(begun.headers['set-cookie'])).toMatch(
      /^__Host-tengrand\.oauth_state=.*; Path=\/; .*; Secure; HttpOnly$/,
    )
    await google.close()
  })

  test.each([
    [{}],
    [{ nonce: 42 }],
    [{ nonce: 'short' }],
    [{ nonce: 'a'.repeat(65) }],
    [{ nonce: 'a nonce"><script>' }],
  ])('is not begun with %j', async (body) => {
    const { app } = await emptyGoogleWorld()
    const answer = await browserOn(app).post('/sign-in/google', body)
    expect(answer.json()).toMatchObject({ code: 'invalid_request' })
  })
})

describe('a Google', () => {
  test('that is not set up is answered with 501', async () => {
    const { app } = await createWorld()
    const answer = await begin(browserOn(app))
    expect(answer.statusCode).toBe(501)
    expect(answer.json()).toMatchObject({ code: 'google_not_set_up' })
    expect((await app.inject('/config.json')).json()).toMatchObject({
      identity: { kind: 'embedded', google: false },
    })
  })

  test('that is down is asked again after a while, and the server starts without it', async () => {
    const clock = movable()
    const google = await startGoogle()
    await google.close()
    const { app } = await createWorld({ now: clock.now, env: envOf(google) })
    expect((await app.inject('/config.json')).json()).toMatchObject({ identity: { google: true } })
    const browser = browserOn(app)
    const answer = await begin(browser)
    expect(answer.json()).toMatchObject({ code: 'sign_in_unavailable' })
    expect((await browser.get('/identity/callback/google?code=x&state=y')).headers.location).toBe(
      '/auth/popup.html?error=sign_in_failed',
    )
    const back = await startGoogle({ port: Number(new URL(google.issuer).port) })
    expect((await begin(browser)).statusCode).toBe(503)
    clock.move(30_000)
    expect((await begin(browser)).statusCode).toBe(200)
    await back.close()
  })

  test.each<[string, (google: Crafted) => object]>([
    ['names another issuer', (google) => ({ ...google.discovery, issuer: 'https://evil.example' })],
    ['names no keys', (google) => ({ ...google.discovery, jwks_uri: undefined })],
    ['names nothing', () => ({})],
  ])('that %s is not where people are sent to', async (_what, changed) => {
    const google = await startCraftedGoogle('a client')
    google.discovery = changed(google)
    const env = envOf({ clientId: 'a client', clientSecret: 'a secret', issuer: google.issuer })
    const { app } = await createWorld({ env })
    const answer = await begin(browserOn(app))
    expect(answer.json()).toMatchObject({ code: 'sign_in_unavailable' })
  })
})
