// Changes of the password and the email: what they require, which sessions end, and what a stolen session allows.
import { describe, expect, test } from 'vitest'

import { leave } from '../../account/testing/leaving.ts'
import { sharedWorlds } from '../../testing/shared-worlds.ts'
import { createWorld, type World } from '../../testing/world.ts'
import {
  browserOn,
  eventually,
  linksIn,
  minutes,
  movable,
  newcomer,
  password,
  type Browser,
  withNewcomer,
  withBrowser,
  expectHashed,
  sortedStatuses,
  useUpGuesses,
} from '../testing/browser.ts'
import { holdMessages } from '../testing/held-messages.ts'
import { signInWithGoogle, sharedGoogleWorld } from '../testing/google-world.ts'

const emptyWorld = sharedWorlds()
const emptyGoogleWorld = sharedGoogleWorld()

const newPassword = 'another horse battery'
const old = 'ada@school.example'
const next = 'ada@north.example'

const changePassword = (browser: Browser, given: object = {}) =>
  browser.post('/change-password', { password, newPassword, ...given })

const changeEmail = (browser: Browser, given: object = {}) =>
  browser.post('/change-email', { email: next, password, ...given })

const messagesTo = ({ messages }: World, email: string) => messages.filter(({ to }) => to === email)

/** The token of the last link that was sent to this email. */
const linkTo = (world: World, email: string): string =>
  linksIn({ ...world, messages: messagesTo(world, email) }).at(-1) ?? ''

const confirm = (browser: Browser, token: string) => browser.post('/confirm-email', { token })

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/identity/token')).statusCode === 200

const own = async (browser: Browser) => (await browser.get('/identity/account')).json()

async function secondBrowser({ app }: World, email = old, secret = password): Promise<Browser> {
  const browser = browserOn(app)
  await browser.signIn(email, secret)
  return browser
}

/** Requests the change, and returns the token of the link in the message to the new email. */
async function askForChange(world: World, browser: Browser, email = next): Promise<string> {
  const before = messagesTo(world, email).length
  expect((await changeEmail(browser, { email })).json()).toEqual({ pendingEmail: email })
  await eventually(() => expect(messagesTo(world, email)).toHaveLength(before + 1))
  return linkTo(world, email)
}

describe('changing the password', () => {
  test('takes the old one, keeps this session, and ends all others with their tokens', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const other = await secondBrowser(world)
    const stranger = await newcomer(world.app, 'grace@school.example')
    const [ownToken, otherToken] = [await browser.token(), await other.token()]
    const answer = await changePassword(browser)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: true })
    expect(await isSignedIn(browser)).toBe(true)
    expect(await browser.account(await browser.token())).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
    expect(await browser.account(otherToken)).toBe(401)
    // Older tokens of this session end as well.
    expect(await browser.account(ownToken)).toBe(401)
    expect(await isSignedIn(stranger.browser)).toBe(true)
    expect((await browserOn(world.app).signIn(old)).statusCode).toBe(401)
    expect((await browserOn(world.app).signIn(old, newPassword)).statusCode).toBe(200)
  })

  test('is refused in a sentence with a wrong one, and changes nothing', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const other = await secondBrowser(world)
    const answer = await changePassword(browser, { password: 'incorrect horse battery' })
    expect(answer.json()).toMatchObject({ code: 'wrong_password' })
    expect((await changePassword(browser, { newPassword: 'short' })).json()).toMatchObject({
      code: 'weak_password',
    })
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(other)).toBe(true)
    expect((await browserOn(world.app).signIn(old)).statusCode).toBe(200)
  })

  test('is refused with the one that it is, once that was shown', async () => {
    const { browser } = await withNewcomer(emptyWorld())
    expect((await changePassword(browser, { newPassword: password })).json()).toMatchObject({
      code: 'same_password',
    })
    const guess = 'incorrect horse battery'
    const blind = await changePassword(browser, { password: guess, newPassword: guess })
    expect(blind.json()).toMatchObject({ code: 'wrong_password' })
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('cannot be used by a thief to lock the owner out of a known device', async () => {
    const { app, browser } = await withNewcomer(emptyWorld())
    const thief = browserOn(app, '10.6.6.6')
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    const codes = new Set<number>()
    for (let tries = 0; tries < 35; tries += 1) {
      codes.add((await changePassword(thief, { password: `a guess ${tries}` })).statusCode)
    }
    expect(codes).toEqual(new Set([403, 429]))
    expect((await browser.signIn(old)).statusCode).toBe(200)
  })

  test('takes a session, and pages of other sites cannot ask for it', async () => {
    const { app, browser } = await withNewcomer(emptyWorld())
    expect((await changePassword(browserOn(app))).json()).toMatchObject({ code: 'unauthorized' })
    const foreign = { origin: 'https://evil.example' }
    for (const [path, body] of [
      ['/change-password', { password, newPassword }],
      ['/change-email', { email: next, password }],
      ['/send-confirmation', {}],
      ['/confirm-email', { token: 'x' }],
    ] as const) {
      const answer = await browser.post(path, body, foreign)
      expect([path, answer.json().code]).toEqual([path, 'foreign_origin'])
    }
    expect((await browserOn(app).signIn(old)).statusCode).toBe(200)
  })

  test('gives the thief of a session no more guesses than a sign-in has', async () => {
    const clock = movable()
    const env = { IDENTITY_FAILURES_PER_ADDRESS: '3' }
    const { world, browser } = await withNewcomer(emptyWorld({ env, now: clock.now }))
    // The thief has the session at another address, but not the cookie of the known device.
    const thief = browserOn(world.app, '10.6.6.6')
    for (const [name, value] of browser.cookies) {
      if (!name.includes('device')) thief.cookies.set(name, value)
    }
    const guesses = [changePassword, changeEmail, changePassword].map(
      (guess, index) => () => guess(thief, { password: `a guess of a horse ${index}` }),
    )
    for (const guess of guesses) expect((await guess()).statusCode).toBe(403)
    const full = await changePassword(thief)
    expect(full.statusCode).toBe(429)
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(0)
    expect((await changeEmail(thief)).statusCode).toBe(429)
    // The owner's other session has its own count, and a new password ends the stolen one.
    const elsewhere = await secondBrowser(world)
    expect((await changePassword(elsewhere)).statusCode).toBe(200)
    expect(await isSignedIn(thief)).toBe(false)
  })

  test('goes on for the owner after a quarter of an hour, or with the right one before the limit', async () => {
    const clock = movable()
    const env = { IDENTITY_FAILURES_PER_ADDRESS: '3' }
    const { browser } = await withNewcomer(emptyWorld({ env, now: clock.now }))
    const guess = () => changePassword(browser, { password: 'a guess of a horse' })
    for (const status of [403, 403]) expect((await guess()).statusCode).toBe(status)
    expect((await changeEmail(browser)).statusCode).toBe(200)
    for (const status of [403, 403, 403, 429]) expect((await guess()).statusCode).toBe(status)
    clock.move(minutes(15))
    expect((await changePassword(browser)).statusCode).toBe(200)
  })

  test('is refused after eight wrong ones for as long as all of its forms say', async () => {
    const { browser } = await withNewcomer(emptyWorld({ now: movable().now }))
    const guess = { password: 'a guess of a horse' }
    for (let tries = 0; tries < 8; tries += 1) {
      expect((await changePassword(browser, guess)).statusCode).toBe(403)
    }
    for (let tries = 0; tries < 4; tries += 1) {
      const answers = [await changePassword(browser, guess), await changeEmail(browser)]
      const waits = answers.map(({ headers }) => headers['retry-after'])
      expect(waits).toEqual(['900', '900'])
    }
  })

  test.each(['/change-password', '/change-email', 'deletion'])(
    'is taken for %s while strangers guess, also on the network of the owner',
    async (path) => {
      const env = {
        IDENTITY_FAILURES_PER_ADDRESS: '2',
        IDENTITY_FAILURES_PER_ACCOUNT: '4',
        IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '2',
      }
      const { app, browser } = await withNewcomer(emptyWorld({ env }))
      const neighbour = await newcomer(app, 'eve@evil.example')
      const networks = ['127.0.0.1', '10.0.0.1', '10.0.0.2']
      for (const network of networks) {
        for (let tries = 0; tries < 3; tries += 1)
          await browserOn(app, network).signIn(old, 'a guess')
        for (let tries = 0; tries < 3; tries += 1) {
          await browserOn(app, network).signIn(old, 'a guess of a horse')
        }
      }
      expect((await browserOn(app).signIn(old)).statusCode).toBe(429)
      // Others on the network also use up the address's limit of messages.
      for (let asked = 0; asked < 3; asked += 1) {
        await changeEmail(neighbour.browser, { email: `eve-${asked}@evil.example` })
      }
      const answer =
        path === 'deletion'
          ? await leave(app, await browser.token())
          : await (path === '/change-email' ? changeEmail : changePassword)(browser)
      expect([path, answer.statusCode]).toEqual([path, 200])
    },
  )

  test('ends the links of messages that are under way, also of one to another email', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const change = await askForChange(world, browser)
    await browserOn(world.app).post('/request-password-reset', { email: old })
    await eventually(() => expect(linkTo(world, old)).not.toBe(''))
    const reset = { token: linkTo(world, old), newPassword: 'a third horse battery' }
    expect((await changePassword(browser)).statusCode).toBe(200)
    expect(await own(browser)).toMatchObject({ pendingEmail: null })
    for (const answer of [
      await confirm(browser, change),
      await browserOn(world.app).post('/reset-password', reset),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'expired_link' })
    }
  })

  test('is made once, when two browsers change it at the same moment', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const other = await secondBrowser(world)
    const answers = await Promise.all([
      changePassword(browser),
      changePassword(other, { newPassword: 'a third horse battery' }),
    ])
    // The second change fails because its password is no longer correct, or because its session has ended.
    expect([
      [200, 401],
      [200, 403],
    ]).toContainEqual(sortedStatuses(answers))
    const alive = [await isSignedIn(browser), await isSignedIn(other)]
    expect(alive).toEqual(answers.map(({ statusCode }) => statusCode === 200))
  })

  test('leaves this device a known one, and makes the others strangers', async () => {
    const env = { IDENTITY_FAILURES_PER_ADDRESS: '2' }
    const { world, browser } = await withNewcomer(emptyWorld({ env }))
    await changePassword(browser)
    await useUpGuesses(world.app, old)
    expect((await browser.signIn(old, newPassword)).statusCode).toBe(200)
  })

  test('is not for somebody who comes in through Google, of whom no password is known', async () => {
    const { browser } = await withBrowser(emptyGoogleWorld())
    await signInWithGoogle(browser)
    expect(await own(browser)).toEqual({
      email: 'grace@school.example',
      hasPassword: false,
      pendingEmail: null,
    })
    for (const answer of [await changePassword(browser), await changeEmail(browser)]) {
      expect(answer.json()).toMatchObject({ code: 'no_password' })
    }
  })
})

describe('changing the email', () => {
  test('takes place when it is confirmed at the new one, and not before; the old one is told', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const token = await askForChange(world, browser)
    expect(await own(browser)).toEqual({ email: old, hasPassword: true, pendingEmail: next })
    await eventually(() => expect(messagesTo(world, old)).toHaveLength(1))
    const [notice] = messagesTo(world, old)
    expect(notice?.text).toContain(`from ${old} to ${next}`)
    expect(notice?.text).not.toContain('token=')
    const [asked] = messagesTo(world, next)
    expect(asked?.text).toContain(`http://localhost:3000/confirm-email#token=${token}`)
    expect((await browserOn(world.app).signIn(next)).statusCode).toBe(401)

    const answer = await confirm(browser, token)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ email: next, isChanged: true })
    expect(await own(browser)).toEqual({ email: next, hasPassword: true, pendingEmail: null })
    expect(await browser.ownAccount()).toMatchObject({ email: next })
    expect((await browserOn(world.app).signIn(old)).statusCode).toBe(401)
    expect((await browserOn(world.app).signIn(next)).statusCode).toBe(200)
  })

  test('ends all sessions but the one that asked, wherever it is confirmed', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const other = await secondBrowser(world)
    const otherToken = await other.token()
    const token = await askForChange(world, browser)
    expect((await confirm(browserOn(world.app), token)).statusCode).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(other)).toBe(false)
    expect(await browser.account(otherToken)).toBe(401)
  })

  test('takes the password: a stolen session is not enough', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    for (const guess of ['incorrect horse battery', '', 'x'.repeat(300)]) {
      expect((await changeEmail(browser, { password: guess })).json()).toMatchObject({
        code: 'wrong_password',
      })
    }
    // An API token is not enough either.
    const bearer = { authorization: `Bearer ${await browser.token()}` }
    const answer = await browserOn(world.app).post(
      '/change-email',
      { email: next, password },
      bearer,
    )
    expect(answer.json()).toMatchObject({ code: 'unauthorized' })
    expect(await own(browser)).toMatchObject({ email: old, pendingEmail: null })
    expect(world.messages).toEqual([])
  })

  test('answers the same for an email that somebody has, who is told, and changes nothing', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const taken = await newcomer(world.app, 'grace@school.example')
    const free = await changeEmail(browser)
    const answer = await changeEmail(browser, { email: taken.email })
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([
      free.statusCode,
      Object.keys(free.json()),
    ])
    expect(await own(browser)).toMatchObject({ email: old, pendingEmail: taken.email })
    await eventually(() => expect(messagesTo(world, taken.email)).toHaveLength(1))
    await eventually(() => expect(messagesTo(world, old)).toHaveLength(2))
    expect(messagesTo(world, taken.email)[0]?.text).toContain('You already have an account')
    expect(linkTo(world, taken.email)).toBe('')
    // The messages to the old mailbox do not differ.
    const [first, second] = messagesTo(world, old).map(({ text }) =>
      text.replaceAll(next, 'NEW').replaceAll(taken.email, 'NEW'),
    )
    expect(second).toBe(first)
    expect(await own(taken.browser)).toMatchObject({ email: taken.email, pendingEmail: null })
  })

  test('writes once to the email that was named last, also while the message to another is under way', async () => {
    const { world, browser } = await withNewcomer(createWorld())
    const { isHeld, whileHeld } = await holdMessages(world)
    const second = await whileHeld(async () => {
      await changeEmail(browser, { email: 'ada@nroth.example' })
      await eventually(async () => expect(await isHeld()).toBe(true))
      const answer = changeEmail(browser)
      await eventually(async () => expect(await own(browser)).toMatchObject({ pendingEmail: next }))
      return { answer }
    })
    expect((await second.answer).statusCode).toBe(200)
    await eventually(() => expect(messagesTo(world, next)).not.toEqual([]))
    await eventually(async () => expect(await world.db.query('select from letter')).toEqual([]))
    expect(messagesTo(world, next)).toHaveLength(1)
    expect((await confirm(browser, linkTo(world, next))).statusCode).toBe(200)
  })

  test('is refused where somebody signs up with the new one before it is confirmed', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const token = await askForChange(world, browser)
    const faster = await newcomer(world.app, next)
    expect((await confirm(browser, token)).json()).toMatchObject({ code: 'email_in_use' })
    expect(await own(browser)).toMatchObject({ email: old })
    expect(await own(faster.browser)).toMatchObject({ email: next })
  })

  test('ends the reset links of the old one', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    await browserOn(world.app).post('/request-password-reset', { email: old })
    await eventually(() => expect(messagesTo(world, old)).toHaveLength(1))
    const reset = { token: linkTo(world, old), newPassword }
    await confirm(browser, await askForChange(world, browser))
    const answer = await browserOn(world.app).post('/reset-password', reset)
    expect(answer.json()).toMatchObject({ code: 'expired_link' })
    expect((await browserOn(world.app).signIn(next)).statusCode).toBe(200)
  })

  test('can be stopped by the owner with a new password by email to the old one', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const token = await askForChange(world, browser)
    await eventually(() => expect(messagesTo(world, old)).toHaveLength(1))
    await browserOn(world.app).post('/request-password-reset', { email: old })
    await eventually(() => expect(messagesTo(world, old)).toHaveLength(2))
    const reset = { token: linkTo(world, old), newPassword }
    expect((await browserOn(world.app).post('/reset-password', reset)).statusCode).toBe(200)
    expect((await confirm(browser, token)).json()).toMatchObject({ code: 'expired_link' })
    expect((await browserOn(world.app).signIn(old, newPassword)).statusCode).toBe(200)
  })

  test('keeps to the domains that are allowed, and to what an email is', async () => {
    const world = await emptyWorld({ env: { IDENTITY_ALLOWED_DOMAINS: 'school.example' } })
    const { browser } = await newcomer(world.app)
    for (const [email, code] of [
      ['ada@evil.example', 'domain_not_allowed'],
      ['ada', 'invalid_email'],
      ['ada@school.example\r\nBcc: eve@evil.example', 'invalid_email'],
      [' ADA@school.example', 'same_email'],
    ]) {
      expect((await changeEmail(browser, { email })).json()).toMatchObject({ code })
    }
    const token = await askForChange(world, browser, 'lovelace@school.example')
    expect((await confirm(browser, token)).statusCode).toBe(200)
  })

  test('follows the last request: the link to another address before it is dead', async () => {
    const { world, browser } = await withNewcomer(emptyWorld())
    const first = await askForChange(world, browser)
    const second = await askForChange(world, browser, 'lovelace@school.example')
    expect((await confirm(browser, first)).json()).toMatchObject({ code: 'expired_link' })
    expect((await confirm(browser, second)).statusCode).toBe(200)
    expect((await confirm(browser, second)).json()).toMatchObject({ code: 'expired_link' })
    expect(await own(browser)).toMatchObject({ email: 'lovelace@school.example' })
  })

  test('works for a day', async () => {
    const clock = movable()
    const { world, browser } = await withNewcomer(emptyWorld({ now: clock.now }))
    const late = await askForChange(world, browser)
    clock.move(minutes(24 * 60))
    expect(await own(browser)).toMatchObject({ pendingEmail: null })
    expect((await confirm(browser, late)).json()).toMatchObject({ code: 'expired_link' })
    const inTime = await askForChange(world, browser)
    clock.move(minutes(24 * 60) - 1)
    expect((await confirm(browser, inTime)).statusCode).toBe(200)
  })

  test('sends few messages to strangers, however many addresses somebody thinks of', async () => {
    const { browser } = await withNewcomer(emptyWorld())
    const statuses: number[] = []
    for (let index = 0; index < 7; index += 1) {
      const answer = await changeEmail(browser, { email: `stranger-${index}@evil.example` })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('does not let the Google account of whoever opened the message into the account', async () => {
    const { world, browser, email } = await withNewcomer(emptyGoogleWorld(), 'mallory@evil.example')
    // Mallory has proven the old email, which proves nothing about the new one.
    await browserOn(world.app).post('/request-password-reset', { email })
    await eventually(() => expect(linkTo(world, email)).not.toBe(''))
    await browser.post('/reset-password', { token: linkTo(world, email), newPassword: password })
    await browser.signIn(email)
    // The owner of the mailbox opens the link of a message that mallory has caused.
    const token = await askForChange(world, browser, 'grace@school.example')
    expect((await confirm(browserOn(world.app), token)).statusCode).toBe(200)
    const victim = browserOn(world.app)
    expect(await signInWithGoogle(victim)).toContain('error=account_exists')
    expect(await isSignedIn(victim)).toBe(false)
  })

  test("leaves no link that can be used in the database, and nobody's address in the log", async () => {
    const { world, browser } = await withNewcomer(createWorld())
    const token = await askForChange(world, browser)
    await expectHashed(world, 'email_link', token)
    await confirm(browser, token)
    const logged = world.logLines.join('')
    for (const secret of [token, next, old, password]) expect(logged).not.toContain(secret)
  })
})
