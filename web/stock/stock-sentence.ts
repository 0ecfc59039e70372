// The words for what goes wrong on the page of a stock.
import { ApiProblem } from '../api-problem.ts'

/** Whether the server said no, rather than nothing at all. */
export const wasAnswered = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status !== 0

export const stockSentence = (error: Error): string =>
  wasAnswered(error) ? error.sentence : 'Failed to load stock data. Please try again later.'

/** What the server says, and where it says nothing that can be understood, our own words. */
export const tradeSentence = (error: unknown): string =>
  wasAnswered(error) && !wordless.has(error.code) ? error.sentence : 'Trade failed.'

const wordless: ReadonlySet<string> = new Set(['unexpected', 'misunderstood'])
