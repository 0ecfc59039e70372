// A mailer for one test, with its folder and its log.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import { onTestFinished } from 'vitest'

import { readConfig } from '../../config.ts'
import { createLog } from '../../log.ts'
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
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-mail-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const lines: string[] = []
  const log = createLog(
    'trace',
    new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }),
  )
  const mailer = openMailer({ config: readConfig(env).mail, dataDir, now: () => mailedAt, log })
  onTestFinished(() => mailer.close())
  return { mailer, dataDir, logged: () => lines.join('') }
}
