// The words for what goes wrong on the page of a stock.
import { ApiProblem } from '../api/problem.ts'

/** Whether the server said no, rather than nothing at all. */
export const wasAnswered = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status !== 0

export const stockSentence = (error: Error): string =>
  wasAnswered(error) ? error.sentence : 'Failed to load stock data. Please try again later.'

/** What the server says; undefined where it says nothing that can be understood. */
export const answeredWords = (error: unknown): string | undefined =>
  wasAnswered(error) && !wordless.has(error.code) ? error.sentence : undefined

const wordless: ReadonlySet<string> = new Set(['unexpected', 'misunderstood'])
