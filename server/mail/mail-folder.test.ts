import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { message, openMailRoom } from './testing/mail-room.ts'

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('without a mail server a message becomes a file that a mail program opens', async () => {
  const { mailer, dataDir } = await openMailRoom({ PUBLIC_URL: 'https://tengrand.example' })
  await mailer.send(message)
  const [name = '', ...others] = await readdir(join(dataDir, 'outbox'))
  expect(others).toEqual([])
  expect(name).toMatch(/^2026-03-04T05-06-07\.089Z-[0-9a-f]{12}\.eml$/)
  const text = await readFile(join(dataDir, 'outbox', name), 'utf8')
  expect(text).toContain('From: Tengrand <no-reply@tengrand.example>\r\n')
  expect(text).toContain('To: grace@example.org\r\n')
  expect(text).toContain('Content-Type: multipart/alternative')
  expect(text).toContain(message.text)
})

test('the messages of the outbox can be read by their owner alone, even where the folder was open before', async () => {
  const { mailer, dataDir } = await openMailRoom()
  const folder = join(dataDir, 'outbox')
  await mkdir(folder)
  await chmod(folder, 0o755)
  await mailer.send(message)
  const [name = ''] = await readdir(folder)
  expect(await modeOf(folder)).toBe(0o700)
  expect(await modeOf(join(folder, name))).toBe(0o600)
})

test('the log names the folder once, and never what a message says or to whom it goes', async () => {
  const { mailer, dataDir, logged } = await openMailRoom()
  await Promise.all([mailer.send(message), mailer.send(message)])
  expect(logged().split(join(dataDir, 'outbox'))).toHaveLength(2)
  expect(logged()).not.toMatch(/s3cret|grace@/)
})

test('the newest thousand messages are kept, and other files of the folder are left alone', async () => {
  const { mailer, dataDir } = await openMailRoom()
  const folder = join(dataDir, 'outbox')
  await mkdir(folder)
  const older = Array.from({ length: 1_001 }, (_, n) => `2020-01-01T00-00-${1000 + n}.eml`)
  await Promise.all(older.map((name) => writeFile(join(folder, name), '')))
  await writeFile(join(folder, 'notes.txt'), '')
  await mailer.send(message)
  const names = (await readdir(folder)).toSorted()
  expect(names).toHaveLength(1_001)
  expect(names).toContain('notes.txt')
  expect(names[0]).toBe('2020-01-01T00-00-1002.eml')
  expect(names.filter((name) => name.startsWith('2026-'))).toHaveLength(1)
})

test('a line break in the address is refused by the outbox, too', async () => {
  const { mailer, dataDir } = await openMailRoom()
  const to = 'grace@example.org\r\nBcc: eve@example.org'
  await expect(mailer.send({ ...message, to })).rejects.toThrow('A message goes to one address.')
  expect(await readdir(dataDir)).toEqual([])
})

test('an outbox whose folder cannot be made is an error, and the next message tries again', async () => {
  const { mailer, dataDir } = await openMailRoom()
  const folder = join(dataDir, 'outbox')
  await writeFile(folder, 'a file stands in the way')
  await expect(mailer.send(message)).rejects.toThrow('EEXIST')
  await rm(folder)
  await mailer.send(message)
  expect(await readdir(folder)).toHaveLength(1)
})
