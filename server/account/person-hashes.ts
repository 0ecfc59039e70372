// What stands for a person where nothing else may: hashes under a key of this installation, which nobody else can make.
import { createHmac } from 'node:crypto'

import { parseEmail } from '@tengrand/core/email.ts'

import type { KeyFor } from '../secret.ts'

export interface PersonHashes {
  readonly ofPerson: (person: { readonly issuer: string; readonly subject: string }) => Buffer
  /** However it is written; null where there is none. */
  readonly ofEmail: (email: string | null) => Buffer | null
}

export function createPersonHashes(keyFor: KeyFor): PersonHashes {
  const key = keyFor('departures')
  const hashed = (...parts: readonly string[]): Buffer =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  return {
    ofPerson: ({ issuer, subject }) => hashed('person', issuer, subject),
    ofEmail: (email) => (email === null ? null : hashed('email', storedEmail(email))),
  }
}

/** As the embedded provider and the waitlist have it; issuers may know addresses that neither would take. */
export const storedEmail = (email: string): string => parseEmail(email) ?? email.toLowerCase()
