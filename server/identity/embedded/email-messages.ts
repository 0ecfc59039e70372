// Queues the messages about the email of an account; their links are created when they are sent.
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
  /** Where people reach this server; never taken from a request. */
  readonly origin: () => string
}

type LinkKey = Pick<EmailLink, 'personId' | 'purpose' | 'email'>

export type EmailMessages = ReturnType<typeof createEmailMessages>

export function createEmailMessages(deps: MessageDeps, outbox: Outbox) {
  const addMessage = outbox.kind('email to confirm', (about) => {
    const [personId = '', purpose, email = null] = about.split(' ')
    const key = { personId, purpose: purpose === 'change' ? 'change' : 'confirm', email } as const
    return writeEmailMessage(deps, key)
  })
  return {
    /** Adds a message to the email that is to be confirmed. False when too many messages are waiting. */
    add: ({ personId, purpose, email }: LinkKey): Promise<boolean> =>
      addMessage(`${personId} ${purpose} ${email}`),
    /** Sends the notice of the change to the old email. */
    notifyOfChange: (change: { readonly from: string; readonly to: string }): Promise<void> =>
      outbox.send(emailChangeNotice({ ...change, origin: deps.origin() })),
  }
}

/** The key as stored in the outbox; earlier versions did not store the email. */
type StoredKey = Omit<LinkKey, 'email'> & { readonly email: string | null }

/** Each try has a new link, which expires a day later. Null where nothing is to be confirmed any more. */
async function writeEmailMessage(
  { db, now, origin }: MessageDeps,
  key: StoredKey,
): Promise<Message | null> {
  const token = randomBytes(32).toString('base64url')
  const email = await armLink(db, { ...key, token, expiresAt: linkEndsAt(now()) })
  if (email === null) return null
  // The token is in the fragment, which is neither logged nor sent to other sites.
  const message = { to: email, link: `${origin()}/confirm-email#token=${token}`, hours: linkHours }
  if (key.purpose === 'confirm') return confirmationMessage(message)
  // Only the owner of the mailbox may learn that it has an account.
  const isTaken = (await credentialsOf(db, email)) !== null
  return isTaken ? emailTakenMessage(email) : newEmailMessage(message)
}
