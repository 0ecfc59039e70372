import { expect, test } from 'vitest'

import { domainOf, parseEmail } from './email.ts'

test.each([
  'a&b@x.example',
  "o'brien@x.example",
  "!#$%&'*+/?=^_`{|}~-@x.example",
  'first.last+tag@mail.x.example',
])('%s is an email', (email) => {
  expect(parseEmail(email)).toBe(email)
})

test.each([
  '.a@x.example',
  'a.@x.example',
  'a..b@x.example',
  'a b@x.example',
  'a@\u212Aids.example',
  '\u017Fam@x.example',
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

test('the domain is what stands behind the sign', () => {
  expect(domainOf('first.last@mail.x.example')).toBe('mail.x.example')
})
