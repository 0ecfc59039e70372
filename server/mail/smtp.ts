// Carries messages to a mail server.
import { createTransport } from 'nodemailer'

import { compose, type Carrier, type MailDeps } from './carrier.ts'
import { MessageTrouble } from './message.ts'

export function openSmtp({ config, now, log }: MailDeps): Carrier {
  const transport = createTransport(settings(new URL(config.smtpUrl ?? '')))
  return {
    send: async (message) => {
      try {
        await transport.sendMail(compose(message, config.from, now()))
      } catch (error) {
        throw troubleOf(error)
      }
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

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The address is read here and not by the library, which would take any of its options from it. */
function settings(url: URL) {
  const { protocol, hostname, port, username, password } = url
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    ...limits,
    pool: true as const,
    secure: protocol === 'smtps:',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port === '' ? {} : { port: Number(port) }),
    ...(username === '' ? {} : { auth }),
    // A password goes over the open network encrypted or not at all.
    requireTLS: username !== '' && !loopback.has(hostname.toLowerCase()),
  }
}

/** Only codes are told: a server's own words may quote the address. */
function troubleOf(error: unknown): MessageTrouble {
  const { code, responseCode, command, permanent } = error as Record<string, unknown>
  const codes = {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    answer: typeof responseCode === 'number' ? responseCode : null,
  }
  // What a server says no to before it has heard of the recipient is for whoever runs this one to mend.
  const isFinal = permanent === true && (command === 'RCPT TO' || command === 'DATA')
  const words = `The message could not be sent: ${codes.code} ${codes.answer ?? ''}`.trim()
  return new MessageTrouble(words, codes, isFinal)
}
