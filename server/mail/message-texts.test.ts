// The texts of messages, in both forms.
import { expect, test } from 'vitest'

import {
  confirmationMessage,
  emailChangeNotice,
  emailTakenMessage,
  newEmailMessage,
  passwordResetMessage,
} from './message-texts.ts'

const link = 'https://tengrand.example/confirm-email#token=a&b="<c>\''
const change = {
  from: 'ada@school.example',
  to: 'ada@north.example',
  origin: 'https://tengrand.example',
}

test('the message that confirms an email says what for, for how long, and what to do otherwise', () => {
  const { to, text, html } = confirmationMessage({ to: 'ada@school.example', link, hours: 24 })
  expect(to).toBe('ada@school.example')
  expect(text).toContain(`\nConfirm your email address here:\n${link}\n`)
  for (const form of [text, html]) {
    expect(form).toContain('with the email address ada@school.example.')
    expect(form).toContain('for 24 hours')
    expect(form).toContain('ignore this email')
  }
})

test('a change of the email sends the link to the new address, and a message without any to the old one', () => {
  const toNew = newEmailMessage({ to: change.to, link, hours: 24 })
  const toOld = emailChangeNotice(change)
  expect(toNew).toMatchObject({ to: change.to, text: expect.stringContaining(link) })
  expect(toNew.text).toContain('Confirm your new email address here:')
  expect(toOld.to).toBe(change.from)
  for (const form of [toOld.text, toOld.html]) {
    expect(form).toContain('from ada@school.example to ada@north.example')
    expect(form).toContain('https://tengrand.example/login')
    expect(form).not.toContain('token')
  }
})

test('the owner of an address that another person wants reads that nothing was changed, and of nobody else', () => {
  const { to, text, html } = emailTakenMessage('grace@school.example')
  expect(to).toBe('grace@school.example')
  for (const form of [text, html]) {
    expect(form).toContain('nothing was changed')
    expect(form).not.toContain('token')
  }
})

test('nothing in a link or an address can become an HTML tag', () => {
  const to = 'a<img>@example.org'
  const messages = [
    confirmationMessage({ to, link, hours: 24 }),
    newEmailMessage({ to, link, hours: 24 }),
    emailChangeNotice({ ...change, from: to, to }),
    emailTakenMessage(to),
  ]
  for (const { html } of messages) expect(html).not.toMatch(/<img|<c>/)
})

const resetLink = 'https://tengrand.example/reset-password#token=a&b="<c>\''

test('the reset message says what to do, for how long, and what to do otherwise, as text and as HTML', () => {
  const { to, subject, text, html } = passwordResetMessage({
    to: 'ada@example.org',
    link: resetLink,
    minutes: 30,
  })
  expect(to).toBe('ada@example.org')
  expect(subject).toBe('Choose a new password for Tengrand')
  expect(text).toContain(`\n${resetLink}\n`)
  for (const form of [text, html]) {
    expect(form).toContain('ada@example.org')
    expect(form).toContain('for 30 minutes')
    expect(form).toContain(
      form === html
        ? 'If it wasn&#39;t you, ignore this email. Your password stays the same.'
        : "If it wasn't you, ignore this email. Your password stays the same.",
    )
  }
})

test('nothing in the link or the address of a reset can become an HTML tag', () => {
  const { html } = passwordResetMessage({ to: 'a<img>@example.org', link: resetLink, minutes: 30 })
  const safe = 'https://tengrand.example/reset-password#token=a&amp;b=&quot;&lt;c&gt;&#39;'
  expect(html).toContain(`<a href="${safe}"`)
  expect(html.split(safe)).toHaveLength(3)
  expect(html).not.toContain('<c>')
  expect(html).not.toContain('<img')
})
