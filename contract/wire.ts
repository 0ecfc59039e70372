// The schemas that the calls share: how money, percentages, instants and portfolios are written on the wire.
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

/** Another portfolio of the learner than the open chapter in the open contest, by its id. */
export const portfolioId = z.optional(z.string().check(z.maxLength(40)))

export const ofPortfolio = z.object({ portfolio: portfolioId })
