// `npm run verify-lesson -- FILE`: computes a lesson again from its proof, and prints whether it holds.
import { readFileSync } from 'node:fs'

import { lessonProof, type LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { formatQuantity } from '@tengrand/core/money.ts'

import { print, printError, readFileArgument } from './command.ts'
import { errorCode } from './errors.ts'
import { faultSentence, noMessages } from './http/field-faults.ts'
import { verifyProof } from './lessons/verify.ts'

const file = readFileArgument('verify-lesson')
const verdict = verifyProof(proofIn(readText()))
if ('fault' in verdict) {
  print(verdict.fault)
  process.exitCode = 1
} else {
  const { deleted } = verdict
  print(deleted === 0 ? 'holds' : `holds, except ${formatQuantity(deleted)} deleted`)
}

function readText(): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return leave(`${file} cannot be read (${errorCode(error)}).`)
  }
}

function proofIn(text: string): LessonProof {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    leave(`${file} is not JSON.`)
  }
  const parsed = lessonProof.safeParse(given, noMessages)
  if (parsed.success) return parsed.data
  const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given)
  const fault = isRecord ? ` ${faultSentence(parsed.error, { part: 'body', given })}` : ''
  return leave(`${file} is not the proof of a lesson.${fault}`)
}

/** A function declaration, because the program runs before what follows it. */
function leave(sentence: string): never {
  printError(sentence)
  process.exit(2)
}
