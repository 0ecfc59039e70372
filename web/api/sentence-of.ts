// The server's words for a refusal, and whether it is one of those that a screen knows.
import { ApiProblem } from './problem.ts'

export const sentenceOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.sentence : "That didn't work. Please try again."

/** Whether the server refused a call with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): error is ApiProblem =>
  error instanceof ApiProblem && codes.includes(error.code)
