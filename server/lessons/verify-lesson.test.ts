// `npm run verify-lesson` as a child process: what it prints, and its exit codes.
import { execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { compiled, outcomeOf } from '../testing/script.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { withChange } from './testing/changed-proofs.ts'
import { playLesson } from './testing/played-lesson.ts'

const root = join(import.meta.dirname, '../..')
const proof = playLesson({ seed: 2, minutes: 1, pauses: [{ atTick: 9, seconds: 4 }] })

/** Knows nothing but PATH: the verifier needs no settings and no database. */
async function verified(...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'server/verify-lesson.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...compiled },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return outcomeOf(child)
}

async function fileWith(content: unknown): Promise<string> {
  const file = join(await tempFolder(), 'proof.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return file
}

test('an honest lesson holds', async () => {
  const file = await fileWith(proof)
  expect(await verified(file)).toEqual({ code: 0, output: 'holds\n', complaint: '' })
  // By the name under which people call it, from the folder that they are in.
  const { stdout } = await promisify(execFile)(
    'npm',
    ['--prefix', root, 'run', '--silent', 'verify-lesson', '--', 'proof.json'],
    { cwd: dirname(file), shell: process.platform === 'win32' },
  )
  expect(stdout).toBe('holds\n')
})

test('deleted members are counted', async () => {
  const file = await fileWith(playLesson({ seed: 2, minutes: 1, deleted: 2 }))
  expect(await verified(file)).toEqual({
    code: 0,
    output: 'holds, except 2 deleted\n',
    complaint: '',
  })
})

test('the first line that does not hold is named', async () => {
  const file = await fileWith(withChange(proof, ['board', 0, 'value'], 1))
  const { code, output, complaint } = await verified(file)
  expect(output).toMatch(/^Row 1: its value is \$[\d,.]+, not \$0\.01\.\n$/)
  expect(code).toBe(1)
  expect(complaint).toBe('')
})

test.each<[string, unknown, string]>([
  ['no JSON', '{"lesson": ', 'is not JSON.'],
  ['no object', [1, 2], 'is not the proof of a lesson.'],
  ['no proof', {}, 'is not the proof of a lesson. lesson is missing.'],
  [
    'a proof with a strange value',
    withChange(proof, ['trades', 0, 'symbol'], 'AAPL'),
    'is not the proof of a lesson. trades.0.symbol must be a letter from A to P.',
  ],
  [
    'a proof with a fraction of a cent',
    withChange(proof, ['trades', 0, 'price'], 0.5),
    'is not the proof of a lesson. trades.0.price must be a whole number.',
  ],
  [
    'a proof and something else',
    { ...proof, comment: 'Trust me.' },
    'is not the proof of a lesson. The field comment is not known here.',
  ],
])('a file that is %s is not verified', async (_what, content, words) => {
  const file = await fileWith(content)
  expect(await verified(file)).toEqual({ code: 2, output: '', complaint: `${file} ${words}\n` })
})

test('a file that is not there is named', async () => {
  const file = join(await tempFolder(), 'nowhere.json')
  expect(await verified(file)).toEqual({
    code: 2,
    output: '',
    complaint: `${file} cannot be read (ENOENT).\n`,
  })
})

test('the name of a file is asked for', async () => {
  expect(await verified()).toEqual({
    code: 2,
    output: '',
    complaint: 'This takes the name of one file: npm run verify-lesson -- FILE.\n',
  })
})
