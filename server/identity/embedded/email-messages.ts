// The messages about the email of an account, each written when it is sent.
import { randomBytes } from 'node:crypto'

import type { Tx } from '../../db/handle.ts'
import {
  confirmationMessage,
  emailChangeNotice,
  emailTakenMessage,
  newEmailMessage,
} from '../../mail/message-texts.ts'
import type { Message } from '../../mail/message.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { armLink, linkEndsAt, linkHours, type EmailLink } from './email-store.ts'
import { credentialsOf } from './store.ts'

interface MessageDeps {
  readonly db: Tx
  readonly now: () => number
}

type LinkKey = Pick<EmailLink, 'personId' | 'purpose' | 'email'>

export interface EmailMessages {
  /** To the email that waits to be confirmed. False when too many messages are waiting. */
  readonly add: (link: LinkKey) => Promise<boolean>
  /** To the email that is to be given up. */
  readonly tellOfChange: (change: { readonly from: string; readonly to: string }) => Promise<void>
}

/** The origin is where people reach this server; it is never taken from a request. */
export function createEmailMessages(
  deps: MessageDeps,
  outbox: Outbox,
  origin: () => string,
): EmailMessages {
  const addMessage = outbox.kind('email to confirm', (about) => {
    const [personId = '', purpose, email = null] = about.split(' ')
    const kept = { personId, purpose: purpose === 'change' ? 'change' : 'confirm', email } as const
    return writeEmailMessage(deps, origin(), kept)
  })
  return {
    add: ({ personId, purpose, email }) => addMessage(`${personId} ${purpose} ${email}`),
    tellOfChange: (change) => outbox.send(emailChangeNotice({ ...change, origin: origin() })),
  }
}

/** As it is kept in the queue; earlier versions did not name the email. */
type KeptKey = Omit<LinkKey, 'email'> & { readonly email: string | null }

/** Each try has a link of its own, good for a day from then; where nothing waits any more there is no message. */
async function writeEmailMessage(
  { db, now }: MessageDeps,
  origin: string,
  key: KeptKey,
): Promise<Message | null> {
  const token = randomBytes(32).toString('base64url')
  const email = await armLink(db, { ...key, token, expiresAt: linkEndsAt(now()) })
  if (email === null) return null
  // Behind the number sign, where neither logs nor other sites get to see it.
  const message = { to: email, link: `${origin}/confirm-email#token=${token}`, hours: linkHours }
  if (key.purpose === 'confirm') return confirmationMessage(message)
  // Also where it is taken: who asks for a change must not learn that from their own mailbox.
  const isTaken = (await credentialsOf(db, email)) !== null
  return isTaken ? emailTakenMessage(email) : newEmailMessage(message)
}
