// A mailer for one test, with its folder and its log.
import { onTestFinished } from 'vitest'

import { readConfig } from '../../config.ts'
import { createLog } from '../../log.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import type { Message } from '../message.ts'
import { openMailer, type Mailer } from '../mailer.ts'

export interface MailRoom {
  readonly mailer: Mailer
  readonly dataDir: string
  readonly logged: () => string
}

const mailedAt = Date.parse('2026-03-04T05:06:07.089Z')

export const message: Message = {
  to: 'grace@example.org',
  subject: 'A new password – for you',
  text: 'Open https://tengrand.example/reset#token=s3cret-link now.',
  html: '<p>Open <a href="https://tengrand.example/reset#token=s3cret-link">this</a> now.</p>',
}

export async function openMailRoom(env: Record<string, string> = {}): Promise<MailRoom> {
  const dataDir = await tempFolder()
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const mailer = openMailer({ config: readConfig(env).mail, dataDir, now: () => mailedAt, log })
  onTestFinished(() => mailer.close())
  return { mailer, dataDir, logged: () => lines.join('') }
}
