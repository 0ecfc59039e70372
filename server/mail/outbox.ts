// Puts letters into a folder, where no mail server was named: each a file that a mail program opens.
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'

import { compose } from './compose.ts'
import type { Letter, MailDoors, Mailer } from './mailer.ts'

const lettersMax = 1_000

export function openOutbox({ config, dataDir, now, log }: MailDoors): Mailer {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let making: Promise<void> | undefined

  /** Letters open doors: nobody else on this machine may read them. */
  async function makeFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    log.info({ folder }, 'letters are put into a folder, since SMTP_URL is not set')
  }

  async function send(letter: Letter): Promise<void> {
    making ??= makeFolder()
    await making.catch((error: unknown) => {
      making = undefined
      throw error
    })
    const { message } = await transport.sendMail(compose(letter, config.from, now()))
    const file = join(folder, fileName(now()))
    // Under its name only when it is whole.
    await writeFile(`${file}.part`, message, { mode: 0o600, flag: 'wx' })
    await rename(`${file}.part`, file)
    await removeOldest(folder)
    log.info({ subject: letter.subject }, 'put a letter into the folder')
  }

  return { send, close: async () => transport.close() }
}

/** Begins with the time, so that the names sort by age. */
const fileName = (at: number): string =>
  `${new Date(at).toISOString().replaceAll(':', '-')}-${randomBytes(6).toString('hex')}.eml`

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted()
  const surplus = names.slice(0, Math.max(0, names.length - lettersMax))
  await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })))
}
