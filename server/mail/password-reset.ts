// The letter with the link to choose a new password.
import type { Letter } from './mailer.ts'

export interface PasswordReset {
  readonly to: string
  readonly link: string
  /** For how long the link is good. */
  readonly minutes: number
}

export function passwordResetLetter({ to, link, minutes }: PasswordReset): Letter {
  const asked = `Someone, most likely you, asked for a new password for the Tengrand account of ${to}.`
  const limit = `The link works once, and for ${minutes} minutes.`
  const ignore =
    'If you did not ask for this, you can ignore this letter; your password stays as it is.'
  return {
    to,
    subject: 'Choose a new password for Tengrand',
    text: [asked, `Choose a new password here:\n${link}`, limit, ignore, 'Tengrand'].join('\n\n'),
    html: page([
      paragraph(escaped(asked)),
      paragraph(`<a href="${escaped(link)}" style="${button}">Choose a new password</a>`),
      paragraph(`If the button does not work, open this address:<br />${escaped(link)}`),
      paragraph(escaped(limit)),
      paragraph(escaped(ignore)),
    ]),
  }
}

/** Styles stand at the elements, because mail programs throw style sheets away. */
const body =
  'margin:0;padding:24px;background:#f5f6f8;color:#1b1f27;font:16px/1.5 system-ui,sans-serif'
const card = 'max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px'
const button =
  'display:inline-block;padding:12px 20px;background:#1f4fd8;color:#ffffff;border-radius:6px;text-decoration:none'

const page = (paragraphs: readonly string[]): string =>
  [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8" /><title>Tengrand</title></head>',
    `<body style="${body}"><div style="${card}">`,
    '<p style="margin:0 0 16px;font-size:20px;font-weight:600">Tengrand</p>',
    ...paragraphs,
    '</div></body></html>',
  ].join('\n')

const paragraph = (html: string): string =>
  `<p style="margin:0 0 16px;overflow-wrap:anywhere">${html}</p>`

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
