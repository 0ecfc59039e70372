// Messages about the email of an account: to confirm it, to confirm another, and to tell the one that is given up.
import type { Message } from './message.ts'
import { messageOf } from './password-reset.ts'

interface Link {
  readonly to: string
  readonly link: string
  /** For how long the link is good. */
  readonly hours: number
}

export const confirmationMessage = ({ to, link, hours }: Link): Message =>
  messageOf({
    to,
    subject: 'Confirm your email address for Tengrand',
    before: [
      `Someone, most likely you, has a Tengrand account with the email address ${to}. Confirm that it is yours, and you will be ranked on the leaderboard.`,
    ],
    button: { label: 'Confirm your email address', link },
    after: [
      onceFor(hours),
      'If you have no such account, you can ignore this email; the account will not be ranked.',
    ],
  })

export const newEmailMessage = ({ to, link, hours }: Link): Message =>
  messageOf({
    to,
    subject: 'Confirm your new email address for Tengrand',
    before: [
      `Someone, most likely you, wants to use ${to} as the email address of their Tengrand account. It is changed when you confirm it.`,
    ],
    button: { label: 'Confirm your new email address', link },
    after: [onceFor(hours), 'If you did not ask for this, you can ignore this email.'],
  })

interface Change {
  /** The email that the account has until then. */
  readonly from: string
  readonly to: string
  /** Where people reach the product. */
  readonly origin: string
}

export const emailChangeNotice = ({ from, to, origin }: Change): Message =>
  messageOf({
    to: from,
    subject: 'Your email address for Tengrand is about to change',
    before: [
      `Someone who knows your password, most likely you, asked to change the email address of your Tengrand account from ${from} to ${to}. It is changed when that is confirmed at the new address.`,
      `If it was not you, choose a new password now: open ${origin}/login and ask for an email under 'Forgot password?'. A new password also stops this change.`,
    ],
    after: [],
  })

export const emailTakenMessage = (to: string): Message =>
  messageOf({
    to,
    subject: 'Your email address for Tengrand',
    before: [
      `Someone wanted to use ${to} as the email address of another Tengrand account. There is already an account with this address, so nothing was changed.`,
      'If it was you, sign in to that account, or choose another address. If not, you need not do anything.',
    ],
    after: [],
  })

const onceFor = (hours: number): string =>
  `The link works once, and for ${hours} hours. Of several emails only the newest one counts.`
