// Puts messages into a folder, where no mail server was named: each a file that a mail program opens.
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { createTransport } from 'nodemailer'

import { errorName } from '../errors.ts'
import { compose, type Carrier, type MailDeps } from './carrier.ts'
import type { Message } from './message.ts'

const messagesMax = 1_000

export function openOutbox({ config, dataDir, now, log }: MailDeps): Carrier {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let making: Promise<void> | undefined

  /** Messages open accounts: nobody else on this machine may read them. */
  async function makeFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    log.info({ folder }, 'messages are put into a folder, since SMTP_URL is not set')
  }

  async function send(message: Message): Promise<void> {
    const { message: written } = await transport.sendMail(compose(message, config.from, now()))
    try {
      making ??= makeFolder()
      await making
      await writeWhole(join(folder, fileName(now())), written)
    } catch (error) {
      // The folder may have gone since it was made.
      making = undefined
      throw error
    }
    log.info({ subject: message.subject }, 'put a message into the folder')
    await removeOldest(folder).catch((error: unknown) => {
      log.warn({ folder, ...errorName(error) }, 'older messages cannot be removed from the folder')
    })
  }

  return { send, close: async () => transport.close() }
}

/** Under its name only when it is whole and on the disk: it is kept nowhere else from then on. */
async function writeWhole(file: string, written: Buffer | Readable): Promise<void> {
  const part = `${file}.part`
  try {
    await writeFile(part, written, { mode: 0o600, flag: 'wx', flush: true })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Begins with the time, so that the names sort by age. */
const fileName = (at: number): string =>
  `${new Date(at).toISOString().replaceAll(':', '-')}-${randomBytes(6).toString('hex')}.eml`

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted()
  const surplus = names.slice(0, Math.max(0, names.length - messagesMax))
  await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })))
}
