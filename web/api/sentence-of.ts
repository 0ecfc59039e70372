// The server's words for a refusal.
import { ApiProblem } from './problem.ts'

export const sentenceOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.sentence : "That didn't work. Please try again."
