import { once } from 'node:events'
import { createServer } from 'node:net'

import { expect, test } from 'vitest'

import { listenOnLoopback } from '../testing/loopback.ts'
import { message, openMailRoom } from './testing/mail-room.ts'
import { freePort } from '../testing/loopback.ts'
import { openPostOffice } from './testing/post-office.ts'

const through = (port: number, who = '') => `smtp://${who}127.0.0.1:${port}`

test('a message arrives with its sender, its subject and both of its forms', async () => {
  const office = await openPostOffice()
  const { mailer } = await openMailRoom({
    SMTP_URL: through(office.port),
    MAIL_FROM: 'help@school.example, School <hello@tengrand.example>',
  })
  await mailer.send(message)
  expect(office.received).toHaveLength(1)
  const [{ from, to, raw } = { from: '', to: [], raw: '' }] = office.received
  expect(from).toBe('hello@tengrand.example')
  expect(to).toEqual(['grace@example.org'])
  expect(raw).toContain('From: "help@school.example, School" <hello@tengrand.example>')
  expect(raw).toContain('To: grace@example.org')
  expect(raw).toContain('Subject: =?UTF-8?Q?A_new_password_=E2=80=93_for_you?=')
  expect(raw).toContain('Date: Wed, 04 Mar 2026 05:06:07 +0000')
  expect(raw).toContain('Auto-Submitted: auto-generated')
  expect(raw).toMatch(
    /Content-Type: text\/plain[^]*Open https:\/\/tengrand[^]*Content-Type: text\/html/,
  )
  expect(raw).not.toMatch(/^X-Mailer/im)
})

test('the user and the password of SMTP_URL are used, whatever characters they have', async () => {
  const office = await openPostOffice({ authOptional: false })
  const { mailer } = await openMailRoom({ SMTP_URL: through(office.port, 'ada:p%40ss%20word@') })
  await mailer.send(message)
  expect(office.received).toHaveLength(1)
})

test('a wrong SMTP password is an error at once, and neither it nor the link or the address is logged', async () => {
  const office = await openPostOffice({ authOptional: false })
  const { mailer, logged } = await openMailRoom({
    SMTP_URL: through(office.port, 'ada:wr0ng-password@'),
  })
  await expect(mailer.send(message)).rejects.toThrow(/^The message could not be sent: EAUTH 535$/)
  expect(office.signIns).toEqual(['ada'])
  expect(logged()).not.toMatch(/wr0ng|s3cret|grace@/)
})

test('an SMTP password does not go over the open network in clear', async () => {
  const office = await openPostOffice({ authOptional: false })
  // Another notation of 127.0.0.1, which the mailer takes for a remote host.
  const { mailer } = await openMailRoom({
    SMTP_URL: `smtp://ada:p%40ss%20word@127.1:${office.port}`,
  })
  await expect(mailer.send(message)).rejects.toThrow('The message could not be sent: ETLS')
  expect(office.signIns).toEqual([])
})

test('the reply with which a mail server refuses an address is not logged', async () => {
  const office = await openPostOffice({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`No such user ${address}`), { responseCode: 550 })),
  })
  const { mailer, logged } = await openMailRoom({ SMTP_URL: through(office.port) })
  await expect(mailer.send(message)).rejects.toThrow(
    /^The message could not be sent: EENVELOPE 550$/,
  )
  expect(logged()).not.toContain('grace@')
})

test('a mail server that is down is an error', async () => {
  const { mailer } = await openMailRoom({ SMTP_URL: through(await freePort()) })
  await expect(mailer.send(message)).rejects.toThrow('The message could not be sent: ESOCKET')
})

test('closing the mailer ends a message to a server that does not answer', async () => {
  const silent = createServer()
  const port = await listenOnLoopback(silent)
  const { mailer } = await openMailRoom({ SMTP_URL: through(port) })
  const connected = once(silent, 'connection')
  const sending = mailer.send(message)
  await connected
  await Promise.all([expect(sending).rejects.toThrow(/^The message could not/), mailer.close()])
})

test.each([
  ['a header behind a line break', 'grace@example.org\r\nBcc: eve@example.org'],
  ['a header behind a bare line feed', 'grace@example.org\nBcc: eve@example.org'],
  ['a header behind a bare carriage return', 'grace@example.org\rBcc: eve@example.org'],
  ['a header behind a Unicode line separator', 'grace@example.org\u2028Bcc: eve@example.org'],
  ['a second recipient', 'grace@example.org,eve@example.org'],
  ['a second recipient in a group', 'friends:grace@example.org;eve@example.org'],
  ['an address inside a name', 'grace@example.org <eve@example.org>'],
  ['a second at sign', 'grace@example.org@evil.example'],
  ['a command of its own', 'grace@example.org>\r\nRCPT TO:<eve@example.org'],
  ['no address at all', ''],
  ['an endless address', `${'g'.repeat(300)}@example.org`],
])('%s in the address is refused before a mail server is asked', async (_what, to) => {
  const office = await openPostOffice()
  const { mailer } = await openMailRoom({ SMTP_URL: through(office.port) })
  await expect(mailer.send({ ...message, to })).rejects.toThrow('A message goes to one address.')
  expect(office.received).toEqual([])
})

test.each(['Hello\r\nBcc: eve@example.org', 'Hello\nX-Evil: 1', 'x'.repeat(201)])(
  'the subject %j is refused',
  async (subject) => {
    const office = await openPostOffice()
    const { mailer } = await openMailRoom({ SMTP_URL: through(office.port) })
    await expect(mailer.send({ ...message, subject })).rejects.toThrow(/^The subject of a message/)
    expect(office.received).toEqual([])
  },
)
