import type { KeyObject } from 'node:crypto'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createLog } from './log.ts'
import { openSecret } from './secret.ts'
import { StartProblem } from './errors.ts'
import { tempFolder } from './testing/temp-folder.ts'

/** Opens the secret like a server without IDENTITY_SECRET, and collects the log lines. */
function opening(dataDir: string, lines: string[] = []) {
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  return openSecret({ chosen: null, dataDir, log })
}

/** The bytes of a key, because `toEqual` finds any two KeyObjects equal. */
const bytesOf = (key: KeyObject): string => key.export().toString('hex')

test('a secret is made once, for its owner alone, and kept', async () => {
  const dataDir = join(await tempFolder(), 'not', 'there', 'yet')
  const first = await opening(dataDir)
  const file = join(dataDir, 'identity-secret')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{43}\n$/)
  expect(await readdir(dataDir)).toEqual(['identity-secret'])
  const second = await opening(dataDir)
  expect(bytesOf(second('sessions'))).toBe(bytesOf(first('sessions')))
})

test('two starts at the same time have the same secret', async () => {
  const dataDir = await tempFolder()
  const opened = await Promise.all(Array.from({ length: 8 }, () => opening(dataDir)))
  expect(new Set(opened.map((keyFor) => bytesOf(keyFor('x')))).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['identity-secret'])
})

test('a chosen secret is used and nothing is written', async () => {
  const dataDir = await tempFolder()
  const keyFor = await openSecret({
    chosen: 'a chosen secret of thirty-two bytes',
    dataDir,
    log: createLog('silent'),
  })
  expect(await readdir(dataDir)).toEqual([])
  // Must never change: all sessions, known devices and hashes of an installation would be lost.
  expect(bytesOf(keyFor('sessions'))).toBe(
    'b9864ab3937f2bef43d5f406dc92fca2bddb00549b7d80e49c949b48a473dcb1',
  )
  expect(bytesOf(keyFor('x'))).not.toBe(bytesOf(keyFor('y')))
})

test.each([
  ['is empty', ''],
  ['was cut off', 'cut-off\n'],
])('a file that %s is a lost secret: another is made, and the log says so', async (_what, text) => {
  const dataDir = await tempFolder()
  const file = join(dataDir, 'identity-secret')
  await writeFile(file, text, { mode: 0o644 })
  const lines: string[] = []
  const keyFor = await opening(dataDir, lines)
  expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{43}\n$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(lines.join('')).toContain('the file holds no secret')
  expect(lines.join('')).not.toContain((await readFile(file, 'utf8')).trim())
  expect(bytesOf((await opening(dataDir))('x'))).toBe(bytesOf(keyFor('x')))
})

test('a folder that is there already keeps its mode', async () => {
  const dataDir = await tempFolder()
  await chmod(dataDir, 0o755)
  await opening(dataDir)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o755)
})

test('a folder that cannot be written to is a sentence at the start', async () => {
  const dataDir = await tempFolder()
  await writeFile(join(dataDir, 'file'), '')
  const start = opening(join(dataDir, 'file'))
  await expect(start).rejects.toThrow(StartProblem)
  await expect(start).rejects.toThrow('DATA_DIR')
})
