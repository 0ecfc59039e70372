// The proof of a lesson: what its prices, trades and board follow from, so that anybody can compute them again.
import { leagueCash } from '@tengrand/core/league.ts'
import { quantityMax } from '@tengrand/core/order.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { call } from './call.ts'
import { forMembers } from './leagues.ts'
import { lessonSpan } from './lesson-market.ts'

/** Money is in whole cents here, because the fingerprint and the arithmetic are. */
const count = () => z.int().check(z.minimum(0))
const money = count
/** Rows of the board, and ranks. */
const numberFromOne = () => z.int().check(z.minimum(1))
const quantity = () => numberFromOne().check(z.maximum(quantityMax))

const instant = () =>
  z.iso.datetime({ precision: 3, error: 'a time such as 2026-11-19T09:15:00.417Z' })
const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/, '64 digits from 0 to 9 and a to f'))
const ofEachStock = <T extends z.core.$ZodType>(item: T) =>
  z.array(item).check(z.length(tickers.length, `a list of ${tickers.length}`))

/** What the fingerprint is computed from. It is known before the start and never changes. */
const proofTerms = z.strictObject({
  version: z.literal('market-sim/v2'),
  secret: hash(),
  /** For each stock, the number of the company whose moves it has, from 0. */
  order: ofEachStock(count()),
  starting_prices: ofEachStock(z.int().check(z.minimum(20_00), z.maximum(400_00))),
  /** The market instant of tick 0. The price function ends with the century. */
  opens_at: instant().check(z.regex(/^20[0-7]/, 'a time from 2000 to 2079')),
  span: lessonSpan,
  minutes: numberFromOne().check(z.maximum(1_440)),
  starting_cash: z.int().check(z.minimum(100 * leagueCash.min), z.maximum(100 * leagueCash.max)),
  orders: z.literal('now'),
  holdings: z.literal('after'),
})

const proofPause = z.strictObject({ from: instant(), to: instant() })

const proofTrade = z.strictObject({
  /** The row of the board, from 1. */
  place: numberFromOne(),
  tick: count(),
  type: z.enum(['BUY', 'SELL']),
  symbol: z.string().check(z.regex(/^[A-P]$/, 'a letter from A to P')),
  /** The shares that the order asked for; `quantity` is less where the cash or the shares did not cover it. */
  asked: quantity(),
  quantity: quantity(),
  price: money(),
  /** After the trade. */
  cash: money(),
})

const proofRow = z.strictObject({
  /** The number of the row, from 1. */
  place: numberFromOne(),
  /** Null for the organiser, for a late joiner and for a member without a trade. */
  rank: z.nullable(numberFromOne()),
  is_organiser: z.boolean(),
  /** The trades of a deleted member are gone. */
  is_deleted: z.boolean(),
  /** 0 for members who joined before the start. */
  joined_tick: count(),
  value: money(),
  /** The index in `trades`, from 0; null for a member without a trade and for a deleted one. */
  first_trade: z.nullable(count()),
})

export const lessonProof = z.strictObject({
  lesson: proofTerms,
  /** SHA-256 of `lesson` as canonical JSON. */
  fingerprint: hash(),
  /** Real time, as are the pauses and the end. */
  starts_at: instant(),
  /**
   * In order. A pause that lasts at the end ends with it; one that begins with the end, or after it, is left out.
   */
  pauses: z.array(proofPause),
  ended_at: instant(),
  /** The tick that values everything. */
  last_tick: count(),
  /** `pause` after 14 days of pause; `organiser` for an end before the planned tick. */
  ended_by: z.enum(['plan', 'organiser', 'pause']),
  /** By the organiser, with their rows and trades. */
  removed_members: count(),
  /** The rows with `is_deleted`. */
  deleted_members: count(),
  /** In order of tick, and within a tick as they were decided. */
  trades: z.array(proofTrade),
  board: z.array(proofRow),
})

export const proof = call({
  ...forMembers,
  path: '/api/leagues/:league/proof',
  refusals: ['not_a_lesson', 'not_over_yet'],
  answer: lessonProof,
})

export type LessonProof = z.infer<typeof lessonProof>
export type ProofTrade = LessonProof['trades'][number]
export type ProofRow = LessonProof['board'][number]
