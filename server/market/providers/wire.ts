// The pieces that both providers' answers are made of, checked while they are read.
import { asDay, startOfDay } from '@tengrand/core/day.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import * as z from 'zod/mini'

// No stock of ours has ever come near the upper end, and below the lower one it would be free.
const dollarsMin = 0.005
const dollarsMax = 1_000_000

export const price = z.pipe(
  z.number().check(z.gte(dollarsMin), z.lte(dollarsMax)),
  z.transform((dollars: number) => fromDollars(dollars)),
)

// Core knows the calendar of these years only.
const firstMs = startOfDay(asDay('1990-01-02'))
const lastMs = startOfDay(asDay('2100-12-30'))

export const isoInstant = z.pipe(
  z.string().check(z.refine((text) => isKnown(Date.parse(text)))),
  z.transform((text) => Date.parse(text)),
)

export const epochSeconds = z.pipe(
  z.number().check(z.refine((seconds) => isKnown(seconds * 1000))),
  z.transform((seconds) => seconds * 1000),
)

export const day = z.pipe(z.string().check(z.refine(isDay)), z.transform(asDay))

/** One side of a split's ratio; not always whole. */
export const rate = z.number().check(
  z.gte(0.000_001),
  z.lte(1_000_000),
  z.refine((value) => decimalsOf(value) <= decimalsMax),
)

const decimalsMax = 6

export function decimalsOf(value: number): number {
  return /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
}

// Date.parse lets 30 February pass as 2 March.
function isDay(text: string): boolean {
  const instantMs = Date.parse(text)
  return isKnown(instantMs) && new Date(instantMs).toISOString().slice(0, 10) === text
}

function isKnown(instantMs: number): boolean {
  return instantMs >= firstMs && instantMs <= lastMs
}
