// A message to one recipient: its checks against header injection, its form for nodemailer, and the error of a failure.
import type { SendMailOptions } from 'nodemailer'

export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Codes {
  readonly code: string
  /** The reply code of a mail server. */
  readonly answer: number | null
}

export class MessageTrouble extends Error {
  readonly codes: Codes
  /** A retry would fail in the same way. */
  readonly isFinal: boolean

  constructor(text: string, codes: Codes, isFinal: boolean) {
    super(text)
    this.codes = codes
    this.isFinal = isFinal
  }
}

const addressCharactersMax = 254
const subjectCharactersMax = 200
const oneAddress = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** A line break in a header would begin another header, and a comma another recipient. */
export function refuseForgery({ to, subject }: Message): void {
  const refuse = (text: string): never => {
    throw new MessageTrouble(text, { code: 'FORGERY', answer: null }, true)
  }
  if (to.length > addressCharactersMax || !oneAddress.test(to)) {
    refuse('A message goes to one address.')
  }
  if (subject.length > subjectCharactersMax || unprintable.test(subject)) {
    refuse('The subject of a message is one short line.')
  }
}

/** Addresses are passed in parts: nodemailer parses a text as a list of addresses. */
export function compose(message: Message, from: string, at: number): SendMailOptions {
  refuseForgery(message)
  const [, name = '', address = from] = /^(.*) <(.*)>$/.exec(from) ?? []
  return {
    from: { name: name.trim().replace(/^"(.*)"$/, '$1'), address },
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    html: message.html,
    date: new Date(at),
    // Asks autoresponders not to reply.
    headers: { 'auto-submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
