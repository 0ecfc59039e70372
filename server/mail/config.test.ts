import { expect, test } from 'vitest'

import { readConfig } from '../config.ts'
import { StartProblem } from '../errors.ts'

test.each([
  ['SMTP_URL', 'smtp://localhost', { smtpUrl: 'smtp://localhost' }],
  [
    'SMTP_URL',
    'smtps://a:b%40c@mail.example:465/',
    { smtpUrl: 'smtps://a:b%40c@mail.example:465/' },
  ],
  ['MAIL_FROM', 'a@b.example', { from: 'a@b.example' }],
  ['MAIL_FROM', 'Ten, grand <a@b.example>', { from: 'Ten, grand <a@b.example>' }],
  ['PUBLIC_URL', 'https://school.example', { from: 'Tengrand <no-reply@school.example>' }],
])('%s=%s is understood', (name, value, expected) => {
  expect(readConfig({ [name]: value }).mail).toMatchObject(expected)
})

test.each([
  ['SMTP_URL', 'mail.example:465'],
  ['SMTP_URL', 'https://user:s3cret@mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://user:s3cret@mail.example?logger=true&debug=true'],
  ['SMTP_URL', 'smtp://user:s3cret@mail.example/path'],
  ['SMTP_URL', 'smtp://user:s3cret%@mail.example'],
  ['SMTP_URL', 'smtp://user:s3cret@mail.example:99999'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'a@b@c'],
  ['MAIL_FROM', 'a@b.example, c@d.example'],
  ['MAIL_FROM', 'Ten <a@b.example> grand'],
  ['MAIL_FROM', 'Ten\r\nBcc: c@d.example <a@b.example>'],
  ['MAIL_FROM', 'Ten grand <>'],
])('%s=%j refuses to start in a sentence that names it and shows nothing of it', (name, value) => {
  const attempt = () => readConfig({ [name]: value })
  expect(attempt).toThrow(StartProblem)
  expect(attempt).toThrow(new RegExp(`^${name} must be .+\\.$`))
  expect(attempt).not.toThrow('s3cret')
  expect(attempt).not.toThrow(value)
})
