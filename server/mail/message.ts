// What a message is, what can go wrong with one, and which must not be sent.

export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What went wrong with a message. */
export class MessageTrouble extends Error {
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

/** A line break in the head of a message would begin another header, and a comma another recipient. */
export function refuseForgery({ to, subject }: Message): void {
  if (to.length > addressCharactersMax || !oneAddress.test(to)) {
    throw forgery('A message goes to one address.')
  }
  if (subject.length > subjectCharactersMax || unprintable.test(subject)) {
    throw forgery('The subject of a message is one short line.')
  }
}

const forgery = (words: string): MessageTrouble =>
  new MessageTrouble(words, { code: 'FORGERY', answer: null }, true)

const addressCharactersMax = 254
const subjectCharactersMax = 200
const oneAddress = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u
