// A real mail server on loopback that stores the messages it receives.
import { once } from 'node:events'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface PostOffice {
  readonly port: number
  /** Every message that was handed over whole. */
  readonly received: readonly Received[]
  /** Who tried to sign in, whether or not they were let in. */
  readonly signIns: readonly string[]
  /** Ends it before the test does. */
  readonly close: () => Promise<void>
}

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

/** Gone when the test is over. */
export async function openPostOffice(
  options: SMTPServerOptions = {},
  wantedPort = 0,
): Promise<PostOffice> {
  const received: Received[] = []
  const signIns: string[] = []
  const server = new SMTPServer({
    // Its certificate is its own, which no client should believe.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username = '', password }, _session, done) => {
      signIns.push(username)
      if (username === 'ada' && password === 'p@ss word') done(null, { user: username })
      else done(new Error('Wrong name or password'))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
    ...options,
  })
  // A client that hangs up is an error to the server, and nothing to us.
  server.on('error', () => undefined)
  const listening = server.listen(wantedPort, '127.0.0.1')
  await once(listening, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  const address = listening.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { port, received, signIns, close }
}
