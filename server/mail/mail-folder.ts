// Writes messages as .eml files into a folder of the data directory, for servers without a mail server.
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'

import { errorName } from '../errors.ts'
import { compose, type Message } from './message.ts'

const messagesMax = 1_000

interface MailFolderDeps {
  readonly dataDir: string
  readonly from: string
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

export function openMailFolder({ dataDir, from, now, log }: MailFolderDeps) {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let making: Promise<void> | undefined

  /** Readable by the owner only: the links in messages open accounts. */
  async function makeFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    log.info({ folder }, 'messages are put into a folder, since SMTP_URL is not set')
  }

  async function send(message: Message): Promise<void> {
    const { message: content } = await transport.sendMail(compose(message, from, now()))
    // Starts with the time, so that the names sort by age.
    const time = new Date(now()).toISOString().replaceAll(':', '-')
    const file = join(folder, `${time}-${randomBytes(6).toString('hex')}.eml`)
    const part = `${file}.part`
    try {
      making ??= makeFolder()
      await making
      // Renamed after it is flushed, so that a file with the final name is complete.
      await writeFile(part, content, { mode: 0o600, flag: 'wx', flush: true })
      await rename(part, file)
    } catch (error) {
      // The folder may have been deleted since it was made.
      making = undefined
      await rm(part, { force: true }).catch(() => undefined)
      throw error
    }
    log.info({ subject: message.subject }, 'put a message into the folder')
    await removeOldest(folder).catch((error: unknown) => {
      log.warn({ folder, ...errorName(error) }, 'older messages cannot be removed from the folder')
    })
  }

  return { send, close: async () => transport.close() }
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted()
  const surplus = names.slice(0, Math.max(0, names.length - messagesMax))
  await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })))
}
