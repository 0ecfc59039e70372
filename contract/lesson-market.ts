// The market of a lesson as its members see it: its state, its time and its stocks.
import * as z from 'zod/mini'

import { timestamp } from './wire.ts'

export const lessonSpan = z.enum(['quarter', 'year', 'five_years'])
export const lessonState = z.enum(['lobby', 'countdown', 'running', 'paused', 'over'])

export const lessonMarket = z.object({
  state: lessonState,
  /** Prices change with each tick, once a second of real time while the lesson runs. */
  tick: z.number(),
  /** In market time: the instant of the tick, and the first and the last instant of the lesson. */
  now: timestamp,
  opens_at: timestamp,
  closes_at: timestamp,
  span: lessonSpan,
  /** The length in real time. */
  minutes: z.number(),
  /** How many times faster market time is than real time. */
  speed: z.number(),
  /** In real time; null until the organiser presses Start. */
  starts_at: z.nullable(timestamp),
  ticks_left: z.number(),
  /** SHA-256 of what all prices follow from; `GET …/proof` has that after the end. */
  fingerprint: z.string(),
  listing: z.array(
    z.object({
      symbol: z.string(),
      name: z.string(),
      /** The company whose ups and downs the stock had; null until the end. */
      company: z.nullable(z.string()),
    }),
  ),
  /** Null until the end. */
  ended: z.nullable(
    z.object({
      /** `pause` after 14 days of pause; `lobby` for a lesson that was never started. */
      by: z.enum(['plan', 'organiser', 'pause', 'lobby']),
      /** The week of the lesson's market time, from 1. */
      week: z.number(),
      removed_members: z.number(),
    }),
  ),
})
