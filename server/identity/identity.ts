// An identity provider as the rest of the server sees it: it verifies tokens, and has routes where it is this server.
import type { KeyObject } from 'node:crypto'

import type { Answer } from '@tengrand/contract/call.ts'
import type { api } from '@tengrand/contract/api.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db, Tx } from '../db/handle.ts'
import type { Refused } from '../http/route.ts'
import type { ContentSources } from '../http/security-headers.ts'
import type { MessageTimes } from '../mail/outbox.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { KeyFor } from '../secret.ts'
import type { EmailClaim, AdmissionRefusal } from './admission.ts'
import type { IdentityConfig } from './config.ts'
import type { PasswordCost } from './embedded/password.ts'

/** A person is known by the first two and by nothing else; the email is only shown. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** When they showed who they are; where that is not told, when the token was issued. */
  readonly signedInAt: number
  /** Of a session of this server; null for tokens of another issuer. */
  readonly sessionId: string | null
  /** Why they get no account; who has one already keeps it. */
  readonly unwelcome: AdmissionRefusal | null
  /** Null where the token says nothing about the email. */
  readonly emailClaim: EmailClaim | null
}

/** Somebody who comes in, as accounts know them. */
export type IssuerPerson = Omit<Person, 'sessionId' | 'unwelcome'>

/** Nothing wrong with a token is ever explained; that it cannot be checked right now is another answer. */
export type Verdict =
  | { readonly person: Person }
  | {
      readonly refusal: { readonly code: 'unauthorized' | 'unavailable' }
      /** Whose session it was, where that has ended and nothing else is wrong. */
      readonly ended?: Person
    }

export type Verify = (token: string) => Promise<Verdict>

export interface Identity {
  readonly verify: Verify
  /** What the web app must know of the provider. */
  readonly forWeb: Answer<typeof api.config>['identity']
  /** For what stands in the log for an address; only this purpose has it. */
  readonly addressKey: KeyObject
  /** What pages of this provider load from elsewhere. */
  readonly contentSources: ContentSources
  /** The provider's own addresses, where this server is the provider. */
  readonly addRoutes: (app: FastifyInstance) => Promise<void>
  /** Null where other issuers do all of it. */
  readonly signIns: OwnSignIns | null
  /** What works in part only, as `/readyz` names it. */
  readonly warnings: () => readonly string[]
  readonly close: () => Promise<void>
}

/** What the rest must know where people sign in on this server. */
export interface OwnSignIns {
  /** After the transaction is committed that has ended these sessions: this node need not wait to hear of it. */
  readonly ended: (ids: readonly string[]) => void
  readonly clearCookies: () => string[]
  /** Shows that it is still the person who asks; 'none' where they have no password here. */
  readonly checkPassword: (asked: PasswordCheck) => Promise<Refused | 'right' | 'none'>
}

export interface PasswordCheck {
  readonly subject: string
  readonly sessionId: string
  readonly password: string | undefined
}

/** What a provider may know of accounts. */
export interface AccountsOfPeople {
  /** Whether somebody has been here before, whichever issuer they come from. */
  readonly hasAccount: (db: Tx, person: Pick<Person, 'issuer' | 'subject'>) => Promise<boolean>
  /** What stands for a person in the log. */
  readonly publicIdOf: (
    db: Tx,
    person: Pick<Person, 'issuer' | 'subject'>,
  ) => Promise<string | null>
  /** Whether operators have locked the account, or the one that the person had before. */
  readonly isLockedOut: (
    db: Tx,
    person: Pick<Person, 'issuer' | 'subject' | 'email'>,
  ) => Promise<boolean>
  /** Whether somebody with this email has deleted an account lately. */
  readonly hasDeparted: (db: Tx, email: string) => Promise<boolean>
  /** Where they may come in: from then on they are known, and what is said of their email is kept. */
  readonly openAccount: (tx: Tx, person: IssuerPerson) => Promise<number>
}

/** What a provider needs of the rest. */
export interface IdentityDeps extends AccountsOfPeople {
  readonly config: IdentityConfig
  /** Where people reach this server, when it was said; without it only this machine itself is trusted. */
  readonly publicUrl: URL | null
  /** Asked when it is needed, because a port of 0 is not known before the server listens. */
  readonly localUrl: () => URL
  readonly keyFor: KeyFor
  readonly db: Db
  readonly mailer: Mailer
  /** When messages are sent and tried again; tests do not wait. */
  readonly messageTimes?: Partial<MessageTimes>
  /** In place of the usual one, for tests, which have no time for it. */
  readonly passwordCost?: PasswordCost
  /** What the work for each password waits for, when its turn has come, in tests of the turns. */
  readonly passwordGate?: () => Promise<void>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  readonly metrics?: Pick<Metrics, 'task'>
}
