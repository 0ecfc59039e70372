import { argon2Sync } from 'node:crypto'

import { expect, test } from 'vitest'

import { createPasswords, isFitPassword, passwordWork } from './password.ts'

const passwords = createPasswords()

test('a password is stored with its own salt, and matches', async () => {
  const [first, second] = [
    await passwords.hash('correct horse'),
    await passwords.hash('correct horse'),
  ]
  expect(first).not.toBe(second)
  for (const stored of [first, second]) {
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.matches('correct horse', stored)).toBe(true)
    expect(await passwords.matches('correct horsf', stored)).toBe(false)
    expect(await passwords.matches('correct horse ', stored)).toBe(false)
  }
})

test('no password matches where none is stored, and it takes the same work to say so', async () => {
  const stored = await passwords.hash('correct horse')
  const works: unknown[] = []
  const note = (work: unknown) => works.push(work)
  passwordWork.subscribe(note)
  await passwords.matches('incorrect horse', stored)
  expect(await passwords.matches('correct horse', null)).toBe(false)
  passwordWork.unsubscribe(note)
  expect(works).toHaveLength(2)
  expect(works[1]).toEqual(works[0])
})

test('a password that was stored with other parameters is checked with those', async () => {
  const salt = Buffer.from('a salt of 16 byt')
  const tag = argon2Sync('argon2id', {
    message: 'correct horse',
    nonce: salt,
    memory: 1024,
    passes: 3,
    parallelism: 2,
    tagLength: 32,
  })
  const [encodedSalt, hashed] = [salt, tag].map((bytes) =>
    bytes.toString('base64').replaceAll('=', ''),
  )
  const stored = `$argon2id$v=19$m=1024,t=3,p=2$${encodedSalt}$${hashed}`
  expect(await passwords.matches('correct horse', stored)).toBe(true)
  expect(await passwords.matches('incorrect horse', stored)).toBe(false)
})

test('a letter is the same letter, however the keyboard puts it together', async () => {
  const stored = await passwords.hash('caf\u00E9 au lait')
  expect(await passwords.matches('cafe\u0301 au lait', stored)).toBe(true)
})

test.each([
  '',
  'plain text',
  '$2b$10$abcdefghijklmnopqrstuv',
  '$argon2id$v=19$m=19456,t=2,p=1$x$y',
])('a stored text of another form is a fault, not a match: %j', async (stored) => {
  await expect(passwords.matches('correct horse', stored)).rejects.toThrow('unknown form')
})

test.each([
  ['long enough', true],
  ['🐙'.repeat(8), true],
  ['🐙'.repeat(128), true],
  ['half of it \ud83d', false],
  ['\udc19 the other half', false],
  [`${'a'.repeat(8)}\udc19\ud83d`, false],
])('that %j may be a password is %s', (text, isFit) => {
  expect(isFitPassword(text)).toBe(isFit)
})
