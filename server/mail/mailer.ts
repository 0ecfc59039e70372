// Sends messages to the mail server of SMTP_URL, or writes them into a folder where none is configured.
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'

import { loopbackNames } from '../env.ts'
import type { MailConfig } from './config.ts'
import { openMailFolder } from './mail-folder.ts'
import { compose, MessageTrouble, type Message } from './message.ts'

export interface Mailer {
  /** True in production without SMTP_URL: messages are only written to the folder. */
  readonly isSmtpMissing: boolean
  /** Tries once. */
  readonly send: (message: Message) => Promise<void>
  readonly close: () => Promise<void>
}

interface MailDeps {
  readonly config: MailConfig
  readonly dataDir: string
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

export function openMailer({ config, dataDir, now, log }: MailDeps): Mailer {
  const { smtpUrl, isSmtpMissing, from } = config
  if (smtpUrl === null) return { isSmtpMissing, ...openMailFolder({ dataDir, from, now, log }) }
  const transport = createTransport(settingsOf(new URL(smtpUrl)))
  return {
    isSmtpMissing,
    send: async (message) => {
      const composed = compose(message, from, now())
      await transport.sendMail(composed).catch((error: unknown) => {
        throw troubleOf(error)
      })
      log.info({ subject: message.subject }, 'sent a message')
    },
    close: async () => transport.close({ force: true }),
  }
}

const limits = {
  maxConnections: 2,
  maxRequeues: 0,
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** The URL is parsed here, because nodemailer would accept any of its options from the query. */
function settingsOf({ protocol, hostname, port, username, password }: URL) {
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    ...limits,
    pool: true as const,
    secure: protocol === 'smtps:',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port === '' ? {} : { port: Number(port) }),
    ...(username === '' ? {} : { auth }),
    // Never sends a password unencrypted, except to the loopback.
    requireTLS: username !== '' && !loopbackNames.has(hostname.toLowerCase()),
  }
}

/** Has codes only, because the reply text of a server may quote the address. */
function troubleOf(error: unknown): MessageTrouble {
  const { code, responseCode, command, permanent } = error as Record<string, unknown>
  const codes = {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    answer: typeof responseCode === 'number' ? responseCode : null,
  }
  // A refusal before the recipient was named is a fault of the configuration, which the operator can fix.
  const isFinal = permanent === true && (command === 'RCPT TO' || command === 'DATA')
  const text = `The message could not be sent: ${codes.code} ${codes.answer ?? ''}`.trim()
  return new MessageTrouble(text, codes, isFinal)
}
