// A real mail server on loopback that stores the messages it receives.
import { once } from 'node:events'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface PostOffice {
  readonly port: number
  /** Every message that was received completely. */
  readonly received: readonly Received[]
  /** The user names of all sign-ins, with the refused ones. */
  readonly signIns: readonly string[]
  /** Closes the server before the test ends. */
  readonly close: () => Promise<void>
}

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

/** Closed when the test ends. */
export async function openPostOffice(
  options: SMTPServerOptions = {},
  wantedPort = 0,
): Promise<PostOffice> {
  const received: Received[] = []
  const signIns: string[] = []
  const server = new SMTPServer({
    // Its certificate is self-signed, and clients should not accept it.
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
  // The server reports a client that disconnects as an error, which tests can ignore.
  server.on('error', () => undefined)
  const listening = server.listen(wantedPort, '127.0.0.1')
  await once(listening, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  const address = listening.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { port, received, signIns, close }
}
