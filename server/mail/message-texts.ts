// The texts of all messages that the product sends, as plain text and as HTML.
import type { Message } from './message.ts'

interface PasswordReset {
  readonly to: string
  readonly link: string
  /** The lifetime of the link. */
  readonly minutes: number
}

export const passwordResetMessage = ({ to, link, minutes }: PasswordReset): Message =>
  messageOf({
    to,
    subject: 'Choose a new password for Tengrand',
    before: [`We got a request for a new password for the Tengrand account of ${to}.`],
    button: { label: 'Choose a new password', link },
    after: [
      `The link works once, for ${minutes} minutes.`,
      "If it wasn't you, ignore this email. Your password stays the same.",
    ],
  })

interface EmailLink {
  readonly to: string
  readonly link: string
  /** The lifetime of the link. */
  readonly hours: number
}

export const confirmationMessage = ({ to, link, hours }: EmailLink): Message =>
  messageOf({
    to,
    subject: 'Confirm your email address for Tengrand',
    before: [
      `Someone, most likely you, has a Tengrand account with the email address ${to}. Confirm that it's yours to appear on the leaderboard.`,
    ],
    button: { label: 'Confirm your email address', link },
    after: [
      onceFor(hours),
      "If this account isn't yours, ignore this email. It won't be on the leaderboard.",
    ],
  })

export const newEmailMessage = ({ to, link, hours }: EmailLink): Message =>
  messageOf({
    to,
    subject: 'Confirm your new email address for Tengrand',
    before: [
      `Someone, most likely you, wants to use ${to} for their Tengrand account. It changes once you confirm it.`,
    ],
    button: { label: 'Confirm your new email address', link },
    after: [onceFor(hours), "If it wasn't you, ignore this email."],
  })

const onceFor = (hours: number): string =>
  `The link works once, for ${hours} hours. If you get several emails, use the newest one.`

interface EmailChange {
  /** The email of the account until the change is confirmed. */
  readonly from: string
  readonly to: string
  /** The origin of the web app. */
  readonly origin: string
}

export const emailChangeNotice = ({ from, to, origin }: EmailChange): Message =>
  messageOf({
    to: from,
    subject: 'Your email address for Tengrand is about to change',
    before: [
      `Someone who knows your password, most likely you, asked to change your Tengrand email from ${from} to ${to}. It changes once the new address is confirmed.`,
      `If it wasn't you, choose a new password now. Open ${origin}/login and choose 'Forgot password?'. A new password also stops this change.`,
    ],
  })

export const emailTakenMessage = (to: string): Message =>
  messageOf({
    to,
    subject: 'You already have a Tengrand account',
    before: [
      `Someone wanted to use ${to} for another Tengrand account. You already have an account with this address, so nothing was changed.`,
      "If it was you, sign in to that account or choose another address. If not, you don't need to do anything.",
    ],
  })

interface Parts {
  readonly to: string
  readonly subject: string
  /** Paragraphs before and after the button. */
  readonly before: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  readonly after?: readonly string[]
}

function messageOf({ to, subject, before, button, after = [] }: Parts): Message {
  const [plainButton, htmlButton] = button === undefined ? [[], []] : buttonOf(button)
  const inHtml = (text: string): string => paragraph(escaped(text))
  return {
    to,
    subject,
    text: [...before, ...plainButton, ...after, 'Tengrand'].join('\n\n'),
    html: page([...before.map(inHtml), ...htmlButton, ...after.map(inHtml)]),
  }
}

/** Inline styles, because mail programs drop style sheets. */
const body =
  'margin:0;padding:24px;background:#f5f6f8;color:#1b1f27;font:16px/1.5 system-ui,sans-serif'
const card = 'max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px'
const buttonStyle =
  'display:inline-block;padding:12px 20px;background:#1f4fd8;color:#ffffff;border-radius:6px;text-decoration:none'

/** The paragraphs of the plain text, and those of the HTML. */
function buttonOf({ label, link }: NonNullable<Parts['button']>): [string[], string[]] {
  const href = escaped(link)
  return [
    [`${label} here:\n${link}`],
    [
      paragraph(`<a href="${href}" style="${buttonStyle}">${escaped(label)}</a>`),
      paragraph(`If the button doesn't work, open this address:<br />${href}`),
    ],
  ]
}

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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
