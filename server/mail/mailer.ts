// Letters to people: what one is, and who carries it.
import type { FastifyBaseLogger } from 'fastify'

import type { MailConfig } from './config.ts'
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailer {
  /** Tries once. */
  readonly send: (letter: Letter) => Promise<void>
  /** Whether letters go nowhere although people rely on them. */
  readonly isSmtpMissing: boolean
  readonly close: () => Promise<void>
}

export type Carrier = Pick<Mailer, 'send' | 'close'>

/** What went wrong with a letter. */
export class LetterTrouble extends Error {
  readonly codes: Codes
  /** Whether it would be the same the next time. */
  readonly isFinal: boolean

  constructor(words: string, codes: Codes, isFinal: boolean) {
    super(words)
    this.codes = codes
    this.isFinal = isFinal
  }
}

interface Codes {
  readonly code: string
  /** The number with which a mail server says no. */
  readonly answer: number | null
}

export interface MailDeps {
  readonly config: MailConfig
  readonly dataDir: string
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

const underWayMax = 200
const closeWithinMs = 5_000

export async function openMailer(deps: MailDeps): Promise<Mailer> {
  const { smtpUrl, isSmtpMissing } = deps.config
  const carrier = smtpUrl === null ? openOutbox(deps) : openSmtp(deps)
  const underWay = new Set<Promise<void>>()
  let isClosed = false

  async function send(letter: Letter): Promise<void> {
    if (isClosed) throw new Error('No more letters are taken.')
    if (underWay.size >= underWayMax) throw new Error('Too many letters are under way.')
    refuseForgery(letter)
    const sending = carrier.send(letter)
    underWay.add(sending)
    try {
      await sending
    } finally {
      underWay.delete(sending)
    }
  }

  return {
    send,
    isSmtpMissing,
    close: async () => {
      isClosed = true
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, closeWithinMs)
      await Promise.race([Promise.allSettled(underWay), limit.promise])
      clearTimeout(timer)
      await carrier.close()
    },
  }
}

/** A line break in the head of a letter would begin another header, and a comma another recipient. */
export function refuseForgery({ to, subject }: Letter): void {
  if (to.length > addressCharactersMax || !oneAddress.test(to)) {
    throw forgery('A letter goes to one address.')
  }
  if (subject.length > subjectCharactersMax || unprintable.test(subject)) {
    throw forgery('The subject of a letter is one short line.')
  }
}

const forgery = (words: string): LetterTrouble =>
  new LetterTrouble(words, { code: 'FORGERY', answer: null }, true)

const addressCharactersMax = 254
const subjectCharactersMax = 200
const oneAddress = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u
