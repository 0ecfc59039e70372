import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'

import { sharedWorlds } from '../../testing/shared-worlds.ts'
import { createWorld } from '../../testing/world.ts'
import {
  browserOn,
  days,
  movable,
  newcomer,
  password,
  sortedStatuses,
  withNewcomer,
  withBrowser,
  untilLocked,
} from '../testing/browser.ts'

const emptyWorld = sharedWorlds()

const noEmails = [
  '',
  'ada',
  'ada@school',
  '@school.example',
  'ada@@school.example',
  'ada lovelace@school.example',
  '"ada"@school.example',
  'ada@school.example\r\nBcc: eve@evil.example',
  'ada@school.example\nSubject: hello',
  'ada@school.example\0',
  'ada@school.example,eve@evil.example',
  'ada@school.example;eve@evil.example',
  '<ada@school.example>',
  'ada@[127.0.0.1]',
  'ada..byron@school.example',
  'ädä@school.example',
  `${'a'.repeat(65)}@school.example`,
  `ada@${'school.'.repeat(40)}example`,
]

describe('signing up', () => {
  test('answers who the person is, and the API knows them from then on', async () => {
    const { browser } = await withBrowser(emptyWorld())
    const answer = await browser.signUp('ada@school.example')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      user: { id: expect.any(String), email: 'ada@school.example' },
      token: expect.any(String),
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    const account = await browser.get('/api/account', {
      authorization: `Bearer ${answer.json<{ token: string }>().token}`,
    })
    expect(account.json()).toMatchObject({ email: 'ada@school.example' })
  })

  test('sets a cookie for the provider alone, and a hint that is no secret', async () => {
    const { app } = await emptyWorld()
    const answer = await browserOn(app).signUp('ada@school.example')
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^tengrand\.session=[\w.-]+; Path=\/identity; Max-Age=1209600; SameSite=Lax; HttpOnly$/,
      ),
      'tengrand_session=1; Path=/; Max-Age=1209600; SameSite=Lax',
      expect.stringMatching(
        /^tengrand\.device=[\w.~-]+; Path=\/identity; Max-Age=31536000; SameSite=Lax; HttpOnly$/,
      ),
    ])
  })

  test('sets cookies that only https carries, where people come over https', async () => {
    const { app } = await emptyWorld({ env: { PUBLIC_URL: 'https://tengrand.example' } })
    const answer = await browserOn(app).signUp('ada@school.example')
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Secure-tengrand\.session=.*; Secure; HttpOnly$/),
      'tengrand_session=1; Path=/; Max-Age=1209600; SameSite=Lax; Secure',
      expect.stringMatching(/^__Secure-tengrand\.device=.*; Secure; HttpOnly$/),
    ])
  })

  test('takes an email however it is typed', async () => {
    const { app } = await emptyWorld()
    const answer = await browserOn(app).signUp('  Ada@School.Example ')
    expect(answer.json()).toMatchObject({ user: { email: 'ada@school.example' } })
    expect((await browserOn(app).signIn('ADA@school.example')).statusCode).toBe(200)
    const again = await browserOn(app).signUp('aDa@school.example')
    expect(again.json()).toMatchObject({ code: 'email_in_use' })
  })

  test('makes one account, however many sign up with one email at the same time', async () => {
    const { app, db } = await emptyWorld()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => browserOn(app).signUp('ada@school.example')),
    )
    expect(sortedStatuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
    expect(await db.query('select 1 from identity.person')).toHaveLength(1)
  })

  test('refuses what is no plain email, and sends no message to it', async () => {
    const { world, browser } = await withBrowser(emptyWorld())
    for (const email of noEmails) {
      for (const answer of [
        await browser.signUp(email),
        await browser.post('/request-password-reset', { email }),
      ]) {
        expect([email, answer.json().code]).toEqual([email, 'invalid_email'])
      }
      expect((await browser.signIn(email)).json()).toMatchObject({ code: 'invalid_credentials' })
    }
    expect(world.messages).toEqual([])
  })

  test('takes passwords of 8 to 128 characters, as a person counts them', async () => {
    const { app } = await emptyWorld()
    const fit = ['x7kq 2mP', 'x7kq2mPw'.repeat(16), '🐙🐈🥛🌙🚲🎈🍇🧭']
    for (const [index, secret] of fit.entries()) {
      const given = { email: `fit${index}@school.example`, password: secret }
      expect((await browserOn(app).post('/sign-up/email', given)).statusCode).toBe(200)
      expect((await browserOn(app).post('/sign-in/email', given)).statusCode).toBe(200)
    }
    for (const secret of ['', 'a'.repeat(7), 'a'.repeat(129), '🐙'.repeat(7), 'a'.repeat(9_000)]) {
      const given = { email: 'unfit@school.example', password: secret }
      const answer = await browserOn(app).post('/sign-up/email', given)
      expect(answer.json()).toMatchObject({ code: 'weak_password' })
      expect((await browserOn(app).post('/sign-in/email', given)).statusCode).toBe(401)
    }
  })

  test('takes nothing but the two fields', async () => {
    const { app, db } = await emptyWorld()
    const answer = await browserOn(app).post('/sign-up/email', {
      email: 'ada@school.example',
      password,
      name: '<script>alert(1)</script>',
      image: 'https://evil.example/pixel.png',
      id: 'chosen',
      userId: 'chosen',
      role: 'admin',
      emailVerified: true,
      createdAt: '1970-01-01T00:00:00Z',
      callbackURL: 'https://evil.example',
    })
    expect(Object.keys(answer.json<{ user: object }>().user)).toEqual(['id', 'email'])
    const [person] = await db.query('select * from identity.person')
    expect(person).toMatchObject({ is_email_proven: false, google_subject: null })
    expect(person).not.toMatchObject({ id: 'chosen' })
    expect(JSON.stringify(person)).not.toContain('1970')
  })
})

test('an email or a password that is no text is refused', async () => {
  const { app } = await emptyWorld()
  const bodies = [
    {},
    [1, 2],
    { email: 'ada@school.example' },
    { email: 'ada@school.example', password: 12_345_678 },
    { email: ['ada@school.example'], password },
    { email: { $ne: null }, password: { $ne: null } },
    { email: 'ada@school.example', password: null },
  ]
  for (const path of ['/sign-up/email', '/sign-in/email', '/reset-password']) {
    for (const body of bodies) {
      const answer = await browserOn(app).post(path, body)
      expect(answer.json()).toMatchObject({ code: 'invalid_request' })
    }
  }
})

describe('a session', () => {
  test('begins with the right password and not with another', async () => {
    const { app } = await emptyWorld()
    await newcomer(app)
    const browser = browserOn(app)
    const wrong = await browser.signIn('ada@school.example', 'incorrect horse battery')
    expect(wrong.json()).toMatchObject({ code: 'invalid_credentials' })
    expect(browser.cookies.size).toBe(0)
    expect((await browser.signIn('ada@school.example')).statusCode).toBe(200)
    expect((await browser.get('/identity/get-session')).json()).toEqual({
      user: { id: expect.any(String), email: 'ada@school.example' },
    })
  })

  test('gives out tokens that name the person, the session and nothing else', async () => {
    const clock = movable()
    const { db, browser, id } = await withNewcomer(createWorld({ now: clock.now }))
    const token = await browser.token()
    const [session] = await db.query<{ id: string }>('select id from identity.session')
    const iat = clock.now() / 1000
    expect(decodeJwt(token)).toEqual({
      iss: 'tengrand:embedded',
      aud: 'tengrand-api',
      sub: id,
      email: 'ada@school.example',
      sid: session?.id,
      auth_time: iat,
      iat,
      exp: iat + 15 * 60,
    })
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
  })

  test('gives out tokens for as long as was configured', async () => {
    const { browser } = await withNewcomer(emptyWorld({ env: { IDENTITY_TOKEN_MINUTES: '2' } }))
    const { iat = 0, exp } = decodeJwt(await browser.token())
    expect(exp).toBe(iat + 120)
  })

  test('never shows its secret outside the cookie', async () => {
    const { db, browser } = await withNewcomer(emptyWorld())
    const [session] = await db.query<{ secret: string }>('select secret from identity.session')
    const secret = session?.secret ?? ''
    expect(secret.length).toBeGreaterThan(30)
    const answers = [
      await browser.get('/identity/get-session'),
      await browser.get('/identity/token'),
      await browser.signIn('ada@school.example'),
      await browser.post('/sign-out'),
    ]
    for (const { body } of answers) expect(body).not.toContain(secret)
  })

  test('is there for nobody without a cookie, or with one that was not signed here', async () => {
    const { app, db, browser } = await withNewcomer(emptyWorld())
    const [session] = await db.query<{ secret: string }>('select secret from identity.session')
    const value = browser.cookies.get('tengrand.session')?.value ?? ''
    const forgeries = [
      '',
      session?.secret ?? '',
      `${session?.secret}.`,
      `${session?.secret}.${'A'.repeat(43)}`,
      `${value}A`,
      `x${value}`,
    ]
    for (const forgery of forgeries) {
      const headers = { cookie: `tengrand.session=${forgery}` }
      const answer = await app.inject({ url: '/identity/token', headers })
      expect(answer.json()).toMatchObject({ code: 'unauthorized' })
    }
    const honest = { cookie: `tengrand.session=${value}` }
    expect((await app.inject({ url: '/identity/token', headers: honest })).statusCode).toBe(200)
    expect((await app.inject('/identity/get-session')).json()).toEqual({ user: null })
  })

  test('ends when the person signs out, and the browser forgets it', async () => {
    const { app, browser } = await withNewcomer(emptyWorld())
    const stolen = browser.cookies.get('tengrand.session')?.value
    const answer = await browser.post('/sign-out')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ success: true, url: null })
    expect([...browser.cookies.keys()]).toEqual(['tengrand.device'])
    const headers = { cookie: `tengrand.session=${stolen}` }
    expect((await app.inject({ url: '/identity/token', headers })).statusCode).toBe(401)
  })

  test('need not be there to sign out', async () => {
    const { app } = await emptyWorld()
    const answer = await browserOn(app).post('/sign-out')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^tengrand\.session=; .*Max-Age=0/),
      expect.stringMatching(/^tengrand_session=; .*Max-Age=0/),
    ])
  })

  test('gets a new secret at every sign-in, whatever the browser brought along', async () => {
    const { app, browser } = await withNewcomer(emptyWorld())
    const attacker = await newcomer(app, 'eve@school.example')
    const planted = attacker.browser.cookies.get('tengrand.session')
    const victim = browserOn(app)
    if (planted !== undefined) victim.cookies.set('tengrand.session', planted)
    await victim.signIn('ada@school.example')
    const secrets = [browser, victim, attacker.browser].map(
      ({ cookies }) => cookies.get('tengrand.session')?.value,
    )
    expect(new Set(secrets).size).toBe(3)
    // The planted session has ended, because the browser has replaced it.
    const session = await attacker.browser.get('/identity/get-session')
    expect(session.json()).toEqual({ user: null })
    const own = await victim.get('/identity/get-session')
    expect(own.json()).toMatchObject({ user: { email: 'ada@school.example' } })
  })

  test('takes the place of the one that the browser had, whose tokens end', async () => {
    const { db, browser } = await withNewcomer(emptyWorld())
    const token = await browser.token()
    expect(await browser.account(token)).toBe(200)
    await browser.signIn('ada@school.example')
    expect(await browser.account(token)).toBe(401)
    const next = await browser.token()
    expect(await browser.account(next)).toBe(200)
    await browser.signUp('grace@school.example')
    expect(await browser.account(next)).toBe(401)
    expect(await db.query('select 1 from identity.session')).toHaveLength(1)
  })

  test('is one of fifty at most: the one that was used last the longest ago ends', async () => {
    const clock = movable()
    const { app, db, browser, id } = await withNewcomer(createWorld({ now: clock.now }))
    const other = await newcomer(app, 'grace@school.example')
    const token = await browser.token()
    await db.query(
      `insert into identity.session
         (id, secret, issuer, subject, created_at, used_at, expires_at)
       select 'more' || number, 'more' || number, 'tengrand:embedded', $1, at, at,
         at + interval '1 day'
       from generate_series(1, 48) as number, (select $2::timestamptz + interval '1 second') as later (at)`,
      [id, new Date(clock.now())],
    )
    clock.move(2_000)
    expect((await browserOn(app).signIn('ada@school.example')).statusCode).toBe(200)
    expect(await browser.account(token)).toBe(200)
    // Several sign-ins at the same time.
    const latest = Array.from({ length: 4 }, () => browserOn(app))
    const signingIn = await db.transaction(async (tx) => {
      await tx.query('select 1 from identity.person for update')
      const answers = latest.map((each) => each.signIn('ada@school.example'))
      await untilLocked(db, 'select true from identity.person', 4)
      return { answers }
    })
    await Promise.all(signingIn.answers)
    expect(await browser.account(token)).toBe(401)
    for (const each of latest) expect(await each.account(await each.token())).toBe(200)
    const left = await db.query('select 1 from identity.session where subject = $1', [id])
    expect(left).toHaveLength(50)
    expect(await other.browser.account(await other.browser.token())).toBe(200)
    // The newest session stays, even if a clock that was ahead has given the others a later time.
    const later = new Date(clock.now() + 60_000)
    await db.query('update identity.session set used_at = $1', [later])
    const newest = browserOn(app)
    await newest.signIn('ada@school.example')
    expect(await newest.account(await newest.token())).toBe(200)
  })

  test('takes its hint cookie away when it is gone', async () => {
    const { app, db } = await emptyWorld()
    for (const path of ['/identity/token', '/identity/get-session']) {
      const { browser } = await newcomer(app, `ada${path.length}@school.example`)
      await db.query('delete from identity.session')
      await browser.get(path)
      expect(browser.cookies.has('tengrand_session')).toBe(false)
      expect(browser.cookies.has('tengrand.session')).toBe(false)
    }
  })

  test('lasts while it is used, and ends two weeks after it was', async () => {
    const clock = movable()
    const { browser } = await withNewcomer(emptyWorld({ now: clock.now }))
    for (let weeks = 0; weeks < 4; weeks += 1) {
      clock.move(days(13))
      const answer = await browser.get('/identity/token')
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['set-cookie']).toHaveLength(2)
    }
    expect((await browser.get('/identity/token')).headers['set-cookie']).toBeUndefined()
    const token = await browser.token()
    clock.move(days(14))
    expect((await browser.get('/identity/token')).statusCode).toBe(401)
    expect(await browser.account(token)).toBe(401)
  })

  test('lasts as long as was configured', async () => {
    const clock = movable()
    const env = { IDENTITY_SESSION_DAYS: '1' }
    const { browser } = await withNewcomer(emptyWorld({ now: clock.now, env }))
    clock.move(days(1) + 1)
    expect((await browser.get('/identity/token')).statusCode).toBe(401)
  })
})
