// What hands messages over, to a mail server or to a folder, and the form in which the library for mail takes them.
import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions } from 'nodemailer'

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

/** Addresses are given in parts: the library would read a text as a list of them. */
export const compose = (message: Message, from: string, at: number): SendMailOptions => ({
  from: partsOf(from),
  to: { name: '', address: message.to },
  subject: message.subject,
  text: message.text,
  html: message.html,
  date: new Date(at),
  // Nobody reads an answer, and no machine should send one.
  headers: { 'auto-submitted': 'auto-generated' },
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true,
})

function partsOf(sender: string): { name: string; address: string } {
  const [, name, address] = /^(.*) <(.*)>$/.exec(sender) ?? ['', '', sender]
  return { name: (name ?? '').trim().replace(/^"(.*)"$/, '$1'), address: address ?? sender }
}
