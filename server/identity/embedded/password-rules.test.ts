// Passwords that are easily guessed: refused with the reason where one is chosen, and accepted where they are older.
import { expect, test } from 'vitest'

import { chanceOf } from '../../demo/chance.ts'
import { isLong } from '../../testing/effort.ts'
import { sharedWorlds } from '../../testing/shared-worlds.ts'
import { browserOn, eventually, linksIn, withNewcomer } from '../testing/browser.ts'
import { whyUnfit } from './password-rules.ts'
import { createPasswords } from './password.ts'

const emptyWorld = sharedWorlds()

const email = 'ada.lovelace@school.example'
const isEasilyGuessed = (what: string) => `${what} easy to guess. Choose another password.`

const reasons = {
  length: { code: 'weak_password', detail: 'Choose a password of 8 to 128 characters.' },
  control: {
    code: 'weak_password',
    detail: 'Choose a password without control characters.',
  },
  listed: {
    code: 'common_password',
    detail: 'This password is too easy to guess. Choose another one.',
  },
  repeat: { code: 'common_password', detail: isEasilyGuessed('Repeats are') },
  sequence: {
    code: 'common_password',
    detail: isEasilyGuessed('Sequences such as abcd or 1234 are'),
  },
  keyboard: {
    code: 'common_password',
    detail: isEasilyGuessed('Keys in a row, such as qwerty, are'),
  },
  date: { code: 'common_password', detail: isEasilyGuessed('Dates are') },
  product: { code: 'common_password', detail: isEasilyGuessed('The name of this site is') },
  email: {
    code: 'email_as_password',
    detail: "Don't use your email address in your password.",
  },
} as const

const unfit: Readonly<Record<keyof typeof reasons, readonly string[]>> = {
  length: ['short', 'a horse', 'correct horse battery '.repeat(6)],
  control: ['pass\u0000word1', '\u0000'.repeat(8), 'correct horse\tbattery', 'x7k\u009bq2mPw'],
  listed: [
    '12345678',
    'password1',
    'PassWord1',
    'PASSWORD1',
    'ILOVEYOU1',
    'ｐａｓｓｗｏｒｄ１',
    ' password1\u200b',
    'p a s s w o r d',
    'qwertyuiop',
    '0987654321',
    'p@ssword',
    'p4ssw0rd1',
    'Password1!',
    '!!dragon12!!',
    '!!DrAgOn12!!',
    'summer2026',
    'x      9',
    '\u200b'.repeat(8),
  ],
  repeat: [
    'aaaaaaaa',
    'яяяяяяяя',
    'ああああああああ',
    '😀😀😀😀😀😀😀😀',
    'a'.repeat(128),
    'aaaabbbb',
    'abcabcabc',
    'who who who',
    'passwordpassword',
    'tengrandtengrand',
  ],
  sequence: ['abcdefgh', 'hgfedcba', 'абвгдежз', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  keyboard: ['!@#$%^&*', '!"§$%&/()', 'asdfghjkl;', 'qwertzui', 'azertyui'],
  date: ['19951219', '19.12.1995'],
  product: ['tengrand', 'Tengrand1', 'tengrand2026', 'Ten Grand!', 'T3ngr4nd', 'dnargnet'],
  email: [
    email,
    'ADA.Lovelace@School.example',
    'elpmaxe.loohcs@ecalevol.ada',
    `${email}1`,
    'ada.lovelace',
    ' Ada.Lovelace',
    'ada.lovelace2',
    'ada.lovelace2026',
    'adalovelace',
    'lovelace',
    'school.example',
  ],
}

const cases = Object.entries(unfit).flatMap(([reason, passwords]) =>
  passwords.map((password) => ({ password, ...reasons[reason as keyof typeof reasons] })),
)

test('a password that is easily guessed is refused with the reason when somebody signs up, and no account is made', async () => {
  const { app, db } = await emptyWorld()
  for (const { password, code, detail } of cases) {
    const answer = await browserOn(app).post('/sign-up/email', { email, password })
    expect([password, answer.statusCode, answer.json()]).toMatchObject([
      password,
      400,
      { code, detail },
    ])
  }
  expect(await db.query('select from identity.person')).toEqual([])
})

test('a password that is easily guessed is refused by the link of a reset, too, which stays good', async () => {
  const { world } = await withNewcomer(emptyWorld(), email)
  await browserOn(world.app).post('/request-password-reset', { email })
  await eventually(() => expect(linksIn(world)).toHaveLength(1))
  const [token = ''] = linksIn(world)
  const choose = (newPassword: string) =>
    browserOn(world.app).post('/reset-password', { token, newPassword })
  for (const { password, code, detail } of cases) {
    expect([password, (await choose(password)).json()]).toMatchObject([password, { code, detail }])
  }
  expect((await choose('ada.lovelace and more')).statusCode).toBe(200)
})

test('somebody who has such a password from before signs in with it, and cannot choose it again', async () => {
  const { app, db, browser } = await withNewcomer(emptyWorld(), email)
  for (const old of ['password1', 'pass\u0000word1', email]) {
    const stored = await createPasswords({ memory: 8, passes: 1, parallelism: 1 }).hash(old)
    await db.query('update identity.person set password = $1', [stored])
    expect((await browserOn(app).signIn(email, old)).statusCode).toBe(200)
    const again = await browser.post('/change-password', { password: old, newPassword: old })
    const known = cases.find(({ password }) => password === old)
    expect(again.json()).toMatchObject({ code: known?.code, detail: known?.detail })
  }
})

test.each(['', '1', ' 2026'])('a long email with %j after it cannot be chosen', async (end) => {
  const long = 'augusta.ada.king.countess.of.lovelace@analytical-engine.example'
  expect(await whyUnfit(long + end, long)).toEqual({ code: 'email_as_password' })
  expect(await whyUnfit(long + end, email)).toBeNull()
})

const refusedOf = async (passwords: readonly string[]): Promise<string[]> => {
  const reasonsGiven = await Promise.all(passwords.map((password) => whyUnfit(password, email)))
  return passwords.filter((_, index) => reasonsGiven[index] !== null)
}

test('a password that is only similar to one that is easily guessed may be chosen', async () => {
  expect(
    await refusedOf([
      'correct horse battery',
      'password1 and a horse',
      'ada.lovelace and more',
      'tengrand-blue-lamp',
      'ten grand to learn',
      'мой кот любит молоко',
      '私の猫は牛乳が好き',
      '我的猫喜欢喝牛奶',
      'η γάτα μου πίνει γάλα',
      'قطتي تحب الحليب كثيرا',
      '🐈🥛🌙🚲🎈🍇🧭🪁',
      'x7kq2mPw'.repeat(16),
    ]),
  ).toEqual([])
})

/** The number of passwords per kind; a thousand take about a second. */
const perKind = isLong ? 5_000 : 80

const letters = 'abcdefghijklmnopqrstuvwxyz'
const commonWords =
  'the and you that was for are with his they this have from one had word but not what all were when your can said ' +
  'there use each which she how their will other about out many then them these some her would make like him into time ' +
  'look two more write see number way could people than first water been call who now find long down day did get come ' +
  'made may part over new sound take only little work know place year live back give most very after thing just name ' +
  'good man think say great where help through much before line right too mean old any same tell boy follow came want ' +
  'show also around form three small set put end does another well large must big even such because turn here why ask ' +
  'went men read need land different home move try kind hand picture again change off play spell air away animal house'

test.each([
  { kind: 'letters and digits', of: letters + letters.toUpperCase() + '0123456789' },
  { kind: 'lower-case letters and digits', of: letters + '0123456789' },
])('eight random $kind may be chosen', async ({ kind, of }) => {
  const { oneOf } = chanceOf('passwords', kind)
  const characters = Array.from(of)
  const passwords = Array.from({ length: perKind }, () =>
    Array.from({ length: 8 }, () => oneOf(characters)).join(''),
  )
  expect(await refusedOf(passwords)).toEqual([])
})

test.each([' ', '-', ''])(
  'three common words with %j between them may be chosen',
  async (between) => {
    const { someOf } = chanceOf('passwords', `words ${between}`)
    const words = commonWords.split(' ')
    const phrases = Array.from({ length: perKind }, () => someOf(words, 3).join(between))
    const long = phrases.filter(({ length }) => length >= 8)
    expect(await refusedOf(long)).toEqual([])
  },
)
