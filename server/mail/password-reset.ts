// The message with the link to choose a new password, and the form that all messages have.
import type { Message } from './message.ts'

export interface PasswordReset {
  readonly to: string
  readonly link: string
  /** For how long the link is good. */
  readonly minutes: number
}

export function passwordResetMessage({ to, link, minutes }: PasswordReset): Message {
  const asked = `Someone, most likely you, asked for a new password for the Tengrand account of ${to}.`
  const limit = `The link works once, and for ${minutes} minutes.`
  const ignore =
    'If you did not ask for this, you can ignore this email; your password stays as it is.'
  return messageOf({
    to,
    subject: 'Choose a new password for Tengrand',
    before: [asked],
    button: { label: 'Choose a new password', link },
    after: [limit, ignore],
  })
}

interface Parts {
  readonly to: string
  readonly subject: string
  /** Paragraphs before and after the button. */
  readonly before: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  readonly after: readonly string[]
}

/** As plain text and as a page. */
export function messageOf({ to, subject, before, button, after }: Parts): Message {
  const plain = (text: string): string => paragraph(escaped(text))
  const written = button === undefined ? [] : [`${button.label} here:\n${button.link}`]
  const drawn =
    button === undefined
      ? []
      : [
          paragraph(
            `<a href="${escaped(button.link)}" style="${buttonStyle}">${escaped(button.label)}</a>`,
          ),
          paragraph(`If the button does not work, open this address:<br />${escaped(button.link)}`),
        ]
  return {
    to,
    subject,
    text: [...before, ...written, ...after, 'Tengrand'].join('\n\n'),
    html: page([...before.map(plain), ...drawn, ...after.map(plain)]),
  }
}

/** Styles stand at the elements, because mail programs throw style sheets away. */
const body =
  'margin:0;padding:24px;background:#f5f6f8;color:#1b1f27;font:16px/1.5 system-ui,sans-serif'
const card = 'max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px'
const buttonStyle =
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
