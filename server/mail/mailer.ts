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
  readonly send: (letter: Letter) => Promise<void>
  readonly close: () => Promise<void>
}

export interface MailDoors {
  readonly config: MailConfig
  readonly dataDir: string
  readonly now: () => number
  readonly log: FastifyBaseLogger
  /** How the pause before another try is made; tests do not wait. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const underWayMax = 200
const closeWithinMs = 5_000

export async function openMailer(doors: MailDoors): Promise<Mailer> {
  const carrier = doors.config.smtpUrl === null ? openOutbox(doors) : openSmtp(doors)
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
function refuseForgery({ to, subject }: Letter): void {
  if (to.length > addressCharactersMax || !oneAddress.test(to)) {
    throw new Error('A letter goes to one address.')
  }
  if (subject.length > subjectCharactersMax || unprintable.test(subject)) {
    throw new Error('The subject of a letter is one short line.')
  }
}

const addressCharactersMax = 254
const subjectCharactersMax = 200
const oneAddress = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u
