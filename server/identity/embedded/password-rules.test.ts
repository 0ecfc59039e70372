// Passwords that everybody tries first: refused wherever one is chosen, and good where they were chosen before.
import { expect, test } from 'vitest'

import { sharedWorlds } from '../../testing/shared-worlds.ts'
import { browserOn, eventually, linksIn, newcomer } from '../testing/browser.ts'
import { whyUnfit } from './password-rules.ts'
import { createPasswords } from './password.ts'

const emptyWorld = sharedWorlds()

const email = 'ada.lovelace@school.example'
const tooCommon = 'This password is too common and easily guessed. Please choose another one.'
const theEmail =
  'Your email address, or a part of it, is easily guessed. Please choose another password.'

const unfit: readonly [password: string, code: string, sentence: string][] = [
  ['12345678', 'common_password', tooCommon],
  ['password1', 'common_password', tooCommon],
  ['PassWord1', 'common_password', tooCommon],
  ['ｐａｓｓｗｏｒｄ１', 'common_password', tooCommon],
  ['qwertyuiop', 'common_password', tooCommon],
  ['iloveyou1', 'common_password', tooCommon],
  ['00000000', 'common_password', tooCommon],
  ['abcabcabc', 'common_password', tooCommon],
  ['1234512345', 'common_password', tooCommon],
  ['0987654321', 'common_password', tooCommon],
  ['abcdefghi', 'common_password', tooCommon],
  ['p@ssword', 'common_password', tooCommon],
  ['Password1!', 'common_password', tooCommon],
  [' password1\u200b', 'common_password', tooCommon],
  [' ada.lovelace', 'email_as_password', theEmail],
  [email, 'email_as_password', theEmail],
  ['ADA.Lovelace@School.example', 'email_as_password', theEmail],
  ['ada.lovelace', 'email_as_password', theEmail],
  ['Ada.Lovelace', 'email_as_password', theEmail],
]

test('a common password and the own email are refused when somebody signs up, and no account is made', async () => {
  const { app, db } = await emptyWorld()
  for (const [password, code, sentence] of unfit) {
    const answer = await browserOn(app).post('/sign-up/email', { email, password })
    expect([password, answer.statusCode, answer.json()]).toMatchObject([
      password,
      400,
      { code, detail: sentence },
    ])
  }
  expect(await db.query('select from identity.person')).toEqual([])
})

test('a common password and the own email are refused by the link of a reset, too, which stays good', async () => {
  const world = await emptyWorld()
  await newcomer(world.app, email)
  await browserOn(world.app).post('/request-password-reset', { email })
  await eventually(() => expect(linksIn(world)).toHaveLength(1))
  const [token = ''] = linksIn(world)
  const choose = (newPassword: string) =>
    browserOn(world.app).post('/reset-password', { token, newPassword })
  for (const [password, code] of unfit) {
    expect((await choose(password)).json()).toMatchObject({ code })
  }
  expect((await choose('ada.lovelace and more')).statusCode).toBe(200)
})

test('somebody who has such a password from before signs in with it, and cannot choose it again', async () => {
  const { app, db } = await emptyWorld()
  const { browser } = await newcomer(app, email)
  const old = await createPasswords().hash('password1')
  await db.query('update identity.person set password = $1', [old])
  expect((await browserOn(app).signIn(email, 'password1')).statusCode).toBe(200)
  const again = { password: 'password1', newPassword: 'password1' }
  expect((await browser.post('/change-password', again)).json()).toMatchObject({
    code: 'common_password',
  })
})

test('a password that is only similar to a common one may be chosen', () => {
  for (const password of [
    'correct horse battery',
    'password1 and a horse',
    'ada.lovelace2',
    'school.example',
    'ten grand to learn',
  ]) {
    expect([password, whyUnfit(password, email)]).toEqual([password, null])
  }
})
