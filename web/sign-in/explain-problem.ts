// Why a call of identity that is made behind the sign-in, or from a message, has failed: in the server's own words.
import { ApiProblem } from '../api/problem.ts'
import { explain, isCode } from '../session/identity-error.ts'
import type { Explain } from './attempt.ts'

/** With the fields that can mend it, by the code of the refusal. */
export const explainProblem =
  (fields: Readonly<Record<string, string>>): Explain =>
  (thrown) =>
    thrown instanceof ApiProblem
      ? {
          code: isCode(thrown.code) ? thrown.code : 'unknown',
          words: thrown.sentence,
          field: fields[thrown.code],
        }
      : explain(thrown)
