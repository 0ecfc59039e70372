// The schemas that the calls share: how money, percentages, instants and portfolios are written on the wire.
import { formatQuantity } from '@tengrand/core/money.ts'
import * as z from 'zod/mini'

/**
 * A number. A client also reads numeric strings, which some servers send; the transform in front leaves the JSON schema that
 * of a number.
 */
const numeric = () =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value,
    ),
    z.number(),
  )

/** With at most two decimals. */
export const dollars = numeric()

/** With at most four decimals. */
export const percent = numeric()

/** ISO 8601, UTC. */
export const timestamp = z.string()

/** Days are `YYYY-MM-DD` and stand for their close in New York; finer points are timestamps. */
export const dateOrTimestamp = z.string()

/** A point of a line over time. */
export const valuePoint = z.object({ date: dateOrTimestamp, value: dollars })

/** As a client writes it; whether there is such a stock is another question. */
export const ticker = z.string().check(z.minLength(1), z.maxLength(40))

/** How many rows of a list: text in an address, an integer to the handler and in the API's description. */
export function limitUpTo(max: number) {
  const range = `a whole number from 1 to ${formatQuantity(max)}`
  return z.optional(
    z.pipe(
      z.transform((text: string) => (/^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN)),
      z.int(range).check(z.minimum(1, range), z.maximum(max, range)),
    ),
  )
}

/** Another portfolio of the learner than the open chapter in the open contest, by its id. */
export const portfolioId = z.optional(z.string().check(z.maxLength(40)))

export const ofPortfolio = z.object({ portfolio: portfolioId })
