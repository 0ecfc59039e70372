// The interface of identity providers: they verify tokens, and add routes where this server signs people in.
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

/** Identifies a person. */
export interface PersonKey {
  readonly issuer: string
  readonly subject: string
}

/** A person who signs in. */
export interface IssuerPerson extends PersonKey {
  /** Shown to the person, and compared with the emails of deleted accounts. */
  readonly email: string | null
  /** When they authenticated; where the token does not say, when it was issued. */
  readonly signedInAt: number
  /** Null where the token says nothing about the email. */
  readonly emailClaim: EmailClaim | null
}

/** The person of a token. */
export interface Person extends IssuerPerson {
  /** Null for tokens of another issuer. */
  readonly sessionId: string | null
  /** Why no account is created; an existing one can be used. */
  readonly unwelcome: AdmissionRefusal | null
}

/** A refusal never says what is wrong with the token, only whether it could be checked. */
export type Verdict =
  | { readonly person: Person }
  | {
      readonly refusal: { readonly code: 'unauthorized' | 'unavailable' }
      /** The person, where the session has ended and the token is otherwise valid. */
      readonly ended?: Person
    }

export type Verify = (token: string) => Promise<Verdict>

export interface Identity {
  readonly verify: Verify
  /** The part of /config.json about the provider. */
  readonly forWeb: Answer<typeof api.config>['identity']
  /** The key of the hashes that stand for addresses in the log. */
  readonly addressKey: KeyObject
  /** Foreign origins that pages load from. */
  readonly contentSources: ContentSources
  readonly addRoutes: (app: FastifyInstance) => Promise<void>
  /** Null where people sign in elsewhere. */
  readonly signIns: OwnSignIns | null
  /** Null where this server has no sessions of its own. */
  readonly guests: GuestSessions | null
  /** The `warnings` of /readyz. */
  readonly warnings: () => readonly string[]
  readonly close: () => Promise<void>
}

/** The functions of a provider that has sessions on this server. */
export interface OwnSignIns {
  /** Called after the commit of the transaction that has ended these sessions, so that this node need not wait for the notification. */
  readonly ended: (ids: readonly string[]) => void
  readonly clearCookies: () => string[]
  /** 'none' where the person has no password. */
  readonly checkPassword: (check: PasswordCheck) => Promise<Refused | 'right' | 'none'>
}

export interface GuestSession {
  /** Called after the commit. */
  readonly issueToken: () => Promise<{ readonly token: string; readonly setCookies: string[] }>
}

/** Sessions of guests, with the cookies and tokens of all sessions. */
export interface GuestSessions {
  /** The last step of joining, inside its transaction. */
  readonly create: (tx: Tx, subject: string) => Promise<GuestSession>
  /** Signs the cookies by which a browser finds its guests again. */
  readonly cookieKey: KeyObject
  readonly secure: boolean
}

export interface PasswordCheck {
  readonly subject: string
  readonly sessionId: string
  readonly password: string | undefined
}

export interface AccountSummary {
  readonly id: number
  /** Identifies the account to other people and in the log. */
  readonly publicId: string
  readonly isLocked: boolean
}

/** The account functions that providers use. */
export interface AccountDirectory {
  readonly findAccount: (db: Tx, person: PersonKey) => Promise<AccountSummary | null>
  /** The id of the lesson of a guest; null once it is deleted. */
  readonly leagueOfGuest: (db: Tx, subject: string) => Promise<string | null>
  /** Operators have locked the account, or the account that the person has deleted lately. */
  readonly isLockedOut: (
    db: Tx,
    person: PersonKey & { readonly email: string | null },
  ) => Promise<boolean>
  /** An account with this email was deleted lately. */
  readonly isEmailOfDeleted: (db: Tx, email: string) => Promise<boolean>
  /** Finds or creates the account, stores the email claim, and returns the id. */
  readonly openAccount: (tx: Tx, person: IssuerPerson) => Promise<number>
}

export interface IdentityDeps extends AccountDirectory {
  readonly config: IdentityConfig
  /** PUBLIC_URL; null where only this machine is trusted. */
  readonly publicUrl: URL | null
  /** A function, because port 0 is resolved when the server listens. */
  readonly localUrl: () => URL
  readonly keyFor: KeyFor
  readonly db: Db
  readonly mailer: Mailer
  /** For tests, which do not wait. */
  readonly messageTimes?: Partial<MessageTimes>
  /** For tests, which hash many passwords. */
  readonly passwordCost?: PasswordCost
  /** For tests of the queue: each hash awaits it. */
  readonly passwordGate?: () => Promise<void>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  readonly metrics?: Pick<Metrics, 'task'>
}
