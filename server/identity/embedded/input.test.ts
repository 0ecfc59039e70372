import { expect, test } from 'vitest'

import { isFitPassword, parseEmail } from './input.ts'

test.each([
  'a&b@x.example',
  "o'brien@x.example",
  "!#$%&'*+/?=^_`{|}~-@x.example",
  'first.last+tag@mail.x.example',
])('%s is an e-mail', (email) => {
  expect(parseEmail(email)).toBe(email)
})

test.each([
  '.a@x.example',
  'a.@x.example',
  'a..b@x.example',
  'a b@x.example',
  '"a"@x.example',
  'a\\@x.example',
  'a(b)@x.example',
  'a<b>@x.example',
  'a[b]@x.example',
  'a,b@x.example',
  'a;b@x.example',
  'a:b@x.example',
  'a\tb@x.example',
  'a\u007fb@x.example',
  'a&b@x&y.example',
  'a@x.example\r\nBcc: eve@evil.example',
  '=?utf-8?q?eve=40evil.example=3e=20?=@x.example',
])('%j is none', (email) => {
  expect(parseEmail(email)).toBe(null)
})

test.each([
  ['long enough', true],
  ['🐙'.repeat(8), true],
  ['🐙'.repeat(128), true],
  ['half of it \ud83d', false],
  ['\udc19 the other half', false],
  [`${'a'.repeat(8)}\udc19\ud83d`, false],
])('that %j is a fit password is %s', (text, isFit) => {
  expect(isFitPassword(text)).toBe(isFit)
})
