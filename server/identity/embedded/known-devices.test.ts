import { createSecretKey } from 'node:crypto'

import { expect, test } from 'vitest'

import { browserOn, withNewcomer, resetPassword } from '../testing/browser.ts'
import { googleWorld, grace, signInWithGoogle } from '../testing/google-world.ts'
import { createKnownDevices } from './known-devices.ts'

const devices = createKnownDevices(createSecretKey(Buffer.alloc(32, 1)), false)

const of = (id: string, password: string | null = 'hash') => ({
  id,
  email: `${id}@school.example`,
  password,
})

/** The cookie header of a browser after this set-cookie header. */
const sent = (setCookie: string): string => setCookie.split(';')[0] ?? ''

test('a device remembers the accounts that were in there last, as one device', () => {
  let header: string | undefined
  const seen: (string | null)[] = []
  for (let account = 1; account <= 10; account += 1) {
    header = sent(devices.remember(header, of(`account ${account}`)))
    seen.push(devices.find(header, of(`account ${account}`)))
  }
  expect(new Set(seen).size).toBe(1)
  const known = Array.from({ length: 10 }, (_, index) =>
    devices.find(header, of(`account ${index + 1}`)),
  )
  expect(known.map((device) => device !== null)).toEqual([
    false,
    false,
    ...Array.from({ length: 8 }, () => true),
  ])
})

test('an account that comes back is remembered once', () => {
  const first = sent(devices.remember(undefined, of('a')))
  const again = sent(devices.remember(sent(devices.remember(first, of('b'))), of('a')))
  expect(again.split('~')).toHaveLength(3)
})

test('two devices have different marks', () => {
  const [one, two] = [devices.remember(undefined, of('a')), devices.remember(undefined, of('a'))]
  expect(devices.find(sent(one), of('a'))).not.toBe(devices.find(sent(two), of('a')))
})

test('a device of another installation is not known, and its marks are not taken over', () => {
  const others = createKnownDevices(createSecretKey(Buffer.alloc(32, 2)), false)
  const foreign = sent(others.remember(undefined, of('a')))
  expect(devices.find(foreign, of('a'))).toBe(null)
  expect(devices.find(sent(devices.remember(foreign, of('b'))), of('a'))).toBe(null)
})

test.each([
  ['hash', 'another hash'],
  [null, 'hash'],
])('a device is no longer known when the password becomes another (%s, %s)', (before, after) => {
  const first = sent(devices.remember(undefined, of('a', before)))
  expect(devices.find(first, of('a', before))).not.toBe(null)
  expect(devices.find(first, of('a', after))).toBe(null)
  expect(devices.hasBeenIn(first, 'a@school.example')).toBe(true)
  expect(devices.hasBeenIn(first, 'b@school.example')).toBe(false)
  const again = sent(devices.remember(first, of('a', after)))
  expect(devices.find(again, of('a', after))).not.toBe(null)
  // The outdated mark is replaced, so that it takes no place from other accounts.
  expect(again.split('~')).toHaveLength(2)
})

test('a device is known where the owner came in through Google', async () => {
  const env = { IDENTITY_FAILURES_PER_ADDRESS: '1', IDENTITY_FAILURES_PER_ACCOUNT: '1' }
  const { world, email } = await withNewcomer(googleWorld(grace, { env }), grace.email)
  await resetPassword(world, email)
  const browser = browserOn(world.app)
  await signInWithGoogle(browser)
  const replaced = await browser.token()
  expect(await browser.account(replaced)).toBe(200)
  const stranger = browserOn(world.app, '10.0.0.1')
  expect((await stranger.signIn(email, 'incorrect horse battery')).statusCode).toBe(401)
  expect((await stranger.signIn(email, 'another horse battery')).statusCode).toBe(429)
  expect((await browser.signIn(email, 'another horse battery')).statusCode).toBe(200)
  const token = await browser.token()
  await signInWithGoogle(browser)
  for (const ended of [replaced, token]) expect(await browser.account(ended)).toBe(401)
  expect(await browser.account(await browser.token())).toBe(200)
})
