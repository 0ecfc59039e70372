// Carries letters to a mail server, and tries again where a moment may help.
import { setTimeout as sleep } from 'node:timers/promises'

import { createTransport } from 'nodemailer'

import { compose } from './compose.ts'
import type { Letter, MailDoors, Mailer } from './mailer.ts'

const pausesMs = [1_000, 4_000]

export function openSmtp({ config, now, log, wait = pause }: MailDoors): Mailer {
  const transport = createTransport(settings(new URL(config.smtpUrl ?? '')))
  const closing = new AbortController()

  /** Of what went wrong only codes are told: a server's own words may quote the address. */
  async function attempt(letter: Letter): Promise<Trouble | null> {
    try {
      await transport.sendMail(compose(letter, config.from, now()))
      return null
    } catch (error) {
      return troubleOf(error)
    }
  }

  async function send(letter: Letter): Promise<void> {
    const { subject } = letter
    for (let tries = 0; ; tries += 1) {
      const trouble = await attempt(letter)
      if (trouble === null) return log.info({ subject }, 'sent a letter')
      const { code, answer } = trouble
      const pauseMs = mayPass(trouble) && !closing.signal.aborted ? pausesMs[tries] : undefined
      if (pauseMs === undefined) {
        log.error({ subject, code, answer }, 'a letter could not be sent')
        throw new Error(`The letter could not be sent: ${code} ${answer ?? ''}`.trim())
      }
      log.warn({ subject, code, answer }, 'a letter is tried again')
      await wait(pauseMs, closing.signal)
    }
  }

  return {
    send,
    close: async () => {
      closing.abort()
      transport.close({ force: true })
    },
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

interface Trouble {
  readonly code: string
  /** The number with which a mail server says no. */
  readonly answer: number | null
}

function troubleOf(error: unknown): Trouble {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    answer: typeof responseCode === 'number' ? responseCode : null,
  }
}

/** Mail servers say by the first digit of their answer whether it is for good. */
const mayPass = ({ code, answer }: Trouble): boolean =>
  answer === null
    ? ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS'].includes(code)
    : answer >= 400 && answer < 500

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)
