// The schemas that calls share: money, percentages, times, tickers, portfolio ids.
import { formatQuantity } from '@tengrand/core/money.ts'
import * as z from 'zod/mini'

/**
 * A number. Clients also accept numeric strings, which some servers send; the transform comes first, so that the JSON
 * schema stays that of a number.
 */
const numeric = () =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
    ),
    z.number(),
  )

/** Dollars with at most two decimals. */
export const dollars = numeric()

/** A percentage with at most four decimals. */
export const percent = numeric()

/** ISO 8601, UTC. */
export const timestamp = z.string()

/** A day `YYYY-MM-DD` stands for its close in New York; points within a day are timestamps. */
export const dateOrTimestamp = z.string()

/** A day `YYYY-MM-DD` in New York. */
export const day = z.string()

/** A point of a line over time. */
export const valuePoint = z.object({ date: dateOrTimestamp, value: dollars })

/** Any text of up to 40 characters; an unknown ticker has its own refusal. */
export const ticker = z.string().check(z.minLength(1), z.maxLength(40))

/** The number of rows of a list: text in the address, an integer for the handler and in the API description. */
export function limitUpTo(max: number) {
  const range = `a whole number from 1 to ${formatQuantity(max)}`
  return z.optional(
    z.pipe(
      z.transform((text: string) => (/^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN)),
      z.int(range).check(z.minimum(1, range), z.maximum(max, range)),
    ),
  )
}

/** The id of a portfolio; default: the open chapter in the open contest. */
export const portfolioId = z.optional(z.string().check(z.maxLength(40)))

export const ofPortfolio = z.object({ portfolio: portfolioId })
