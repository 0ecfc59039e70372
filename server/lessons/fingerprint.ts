// The fingerprint of a lesson: it is shown before the start, and nobody can find other prices that fit it later.
import { createHash } from 'node:crypto'

import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { canonicalJson } from '@tengrand/core/lesson-proof.ts'

export const fingerprintOf = (lesson: LessonProof['lesson']): string =>
  createHash('sha256').update(canonicalJson(lesson)).digest('hex')
