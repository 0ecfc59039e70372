// Opens the identity provider that the configuration asks for.
import type { FastifyBaseLogger } from 'fastify'

import type { Connection, Db } from '../db.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { IdentityConfig } from './config.ts'
import type { LetterDoors } from './embedded/letters.ts'
import { openEmbeddedIdentity } from './embedded.ts'
import { openFirebaseIdentity } from './firebase.ts'
import type { Identity } from './identity.ts'
import { openOidcIdentity } from './oidc.ts'

export interface IdentityDoors {
  readonly config: IdentityConfig
  readonly production: boolean
  /** Where people reach this server, when it was said; without it only this machine itself is trusted. */
  readonly publicUrl: URL | null
  /** Asked when it is needed, because a port of 0 is not known before the server listens. */
  readonly localUrl: () => URL
  readonly dataDir: string
  readonly db: Db
  /** For the engine of the embedded provider, which brings its own way to the database. */
  readonly connection: Connection
  readonly mailer: Mailer
  /** How the pause before a letter is made; tests do not wait. */
  readonly letterPause?: LetterDoors['pause']
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

export async function openIdentity(doors: IdentityDoors): Promise<Identity> {
  const { config } = doors
  switch (config.kind) {
    case 'embedded':
      return openEmbeddedIdentity({ ...doors, config })
    case 'firebase':
      return openFirebaseIdentity({ ...doors, config })
    case 'oidc':
      return openOidcIdentity({ ...doors, config })
  }
}
