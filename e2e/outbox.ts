// Reads the product's messages to learners from the folder that replaces a mail server.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect } from '@playwright/test'

export async function messagesTo(outbox: string, email: string): Promise<string[]> {
  const found = await readdir(outbox).catch(() => [])
  // A file that is still being written has another extension.
  const names = found.filter((name) => name.endsWith('.eml'))
  const messages = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return messages.map(decoded).filter((message) => message.includes(`To: ${email}`))
}

/** Quoted-printable: long lines are folded, and an equals sign is written as its code. */
const decoded = (message: string): string => message.replaceAll('=\r\n', '').replaceAll('=3D', '=')

interface Link {
  readonly to: 'reset-password' | 'confirm-email'
  /** An earlier link, which is ignored. */
  readonly otherThan?: string
}

/** Waits for the link, because messages are sent a moment after the answer. */
export async function linkFor(outbox: string, email: string, link: Link): Promise<string> {
  const pattern = new RegExp(`https?:\\S+?/${link.to}#token=[\\w.-]+`)
  const find = async () => {
    const messages = await messagesTo(outbox, email)
    const links = messages.flatMap((message) => pattern.exec(message)?.[0] ?? [])
    return links.find((found) => found !== link.otherThan) ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}
