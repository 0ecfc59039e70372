import { expect, test } from 'vitest'

import { passwordResetMessage } from './password-reset.ts'

const link = 'https://tengrand.example/reset-password#token=a&b="<c>\''

test('the reset message says what to do, for how long, and what to do otherwise, as text and as HTML', () => {
  const { to, subject, text, html } = passwordResetMessage({
    to: 'ada@example.org',
    link,
    minutes: 30,
  })
  expect(to).toBe('ada@example.org')
  expect(subject).toBe('Choose a new password for Tengrand')
  expect(text).toContain(`\n${link}\n`)
  for (const form of [text, html]) {
    expect(form).toContain('ada@example.org')
    expect(form).toContain('for 30 minutes')
    expect(form).toContain(
      'If you did not ask for this, you can ignore this email; your password stays as it is.',
    )
  }
})

test('nothing in the link or the address of a reset can become an HTML tag', () => {
  const { html } = passwordResetMessage({ to: 'a<img>@example.org', link, minutes: 30 })
  const safe = 'https://tengrand.example/reset-password#token=a&amp;b=&quot;&lt;c&gt;&#39;'
  expect(html).toContain(`<a href="${safe}"`)
  expect(html.split(safe)).toHaveLength(3)
  expect(html).not.toContain('<c>')
  expect(html).not.toContain('<img')
})
