// What hands messages over: to a mail server, or to a folder.
import type { FastifyBaseLogger } from 'fastify'

import type { MailConfig } from './config.ts'
import type { Message } from './message.ts'

export interface Carrier {
  /** Tries once. */
  readonly send: (message: Message) => Promise<void>
  readonly close: () => Promise<void>
}

export interface MailDeps {
  readonly config: MailConfig
  readonly dataDir: string
  readonly now: () => number
  readonly log: FastifyBaseLogger
}
