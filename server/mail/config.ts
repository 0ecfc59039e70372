// Reads the mail settings from the environment: SMTP_URL and MAIL_FROM.
import type { Parser, Reader } from '../env.ts'

export interface MailConfig {
  /** Null: messages are written into the folder outbox of the data folder. */
  readonly smtpUrl: string | null
  readonly from: string
  /** Production without a mail server. */
  readonly isSmtpMissing: boolean
}

export function readMailConfig(
  read: Reader,
  publicUrl: URL | null,
  production: boolean,
): MailConfig {
  const example = 'an address such as smtps://user:password@host:465'
  const url = read('SMTP_URL', null, smtpUrl, example)
  return {
    smtpUrl: url,
    isSmtpMissing: production && url === null,
    from: read(
      'MAIL_FROM',
      `Tengrand <no-reply@${publicUrl?.hostname ?? 'localhost'}>`,
      sender,
      'an email address, or a name and an address such as Tengrand <no-reply@tengrand.example>',
    ),
  }
}

/** Refuses a path, a query and a fragment, because they would be ignored. */
const smtpUrl: Parser<string> = (text) => {
  const url = URL.parse(text)
  if (url === null || url.hostname === '') return undefined
  const isSmtp = ['smtp:', 'smtps:'].includes(url.protocol)
  const isBare = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === ''
  const isReadable = [url.username, url.password].every(isDecodable)
  return isSmtp && isBare && isReadable ? text : undefined
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const sender: Parser<string> = (text) =>
  /^([^<>\p{C}]* <[^@\s<>,;:"]+@[^@\s<>,;"]+>|[^@\s<>,;:"]+@[^@\s<>,;:"]+)$/u.test(text)
    ? text
    : undefined
