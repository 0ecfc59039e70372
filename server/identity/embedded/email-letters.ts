// The letters about the email of an account, each written when it is sent.
import { randomBytes } from 'node:crypto'

import type { Tx } from '../../db/handle.ts'
import {
  confirmationLetter,
  emailChangeNotice,
  emailTakenLetter,
  newEmailLetter,
} from '../../mail/emails.ts'
import type { Letter } from '../../mail/letter.ts'
import type { LetterQueue } from '../../mail/letters.ts'
import { armLink, linkEndsAt, linkHours, type EmailLink } from './email-store.ts'
import { credentialsOf } from './store.ts'

interface LetterDeps {
  readonly db: Tx
  readonly now: () => number
}

type LinkKey = Pick<EmailLink, 'personId' | 'purpose' | 'email'>

export interface EmailLetters {
  /** To the email that waits to be confirmed. False when too many letters are waiting. */
  readonly add: (link: LinkKey) => Promise<boolean>
  /** To the email that is to be given up. */
  readonly tellOfChange: (change: { readonly from: string; readonly to: string }) => Promise<void>
}

/** The origin is where people reach this server; it is never taken from a request. */
export function createEmailLetters(
  deps: LetterDeps,
  queue: LetterQueue,
  origin: () => string,
): EmailLetters {
  const letters = queue.kind('email to confirm', (about) => {
    const [personId = '', purpose, email = null] = about.split(' ')
    const kept = { personId, purpose: purpose === 'change' ? 'change' : 'confirm', email } as const
    return writeEmailLetter(deps, origin(), kept)
  })
  return {
    add: ({ personId, purpose, email }) => letters.add(`${personId} ${purpose} ${email}`),
    tellOfChange: (change) => queue.send(emailChangeNotice({ ...change, origin: origin() })),
  }
}

/** As it is kept in the queue; earlier versions did not name the email. */
type KeptKey = Omit<LinkKey, 'email'> & { readonly email: string | null }

/** Each try has a link of its own, good for a day from then; where nothing waits any more there is no letter. */
async function writeEmailLetter(
  { db, now }: LetterDeps,
  origin: string,
  key: KeptKey,
): Promise<Letter | null> {
  const token = randomBytes(32).toString('base64url')
  const email = await armLink(db, { ...key, token, expiresAt: linkEndsAt(now()) })
  if (email === null) return null
  // Behind the number sign, where neither logs nor other sites get to see it.
  const letter = { to: email, link: `${origin}/confirm-email#token=${token}`, hours: linkHours }
  if (key.purpose === 'confirm') return confirmationLetter(letter)
  // Also where it is taken: who asks for a change must not learn that from their own mailbox.
  const isTaken = (await credentialsOf(db, email)) !== null
  return isTaken ? emailTakenLetter(email) : newEmailLetter(letter)
}
