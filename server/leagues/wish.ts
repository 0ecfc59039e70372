// Checks the rules that an owner wishes: the name, the starting cash and the times.
import type { Given } from '@tengrand/contract/call.ts'
import type { createLeague } from '@tengrand/contract/leagues.ts'
import { openStartingCash } from '@tengrand/core/contest.ts'
import { dayMs } from '@tengrand/core/day.ts'
import { leagueDaysMax, parseLeagueName } from '@tengrand/core/league.ts'
import type { LessonTerms } from '@tengrand/core/lesson.ts'
import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import { closeFrom } from '@tengrand/core/session.ts'
import * as z from 'zod/mini'

import { invalid, refused } from '../http/refusals.ts'
import type { Refused } from '../http/route.ts'
import type { Market } from '../market/market.ts'
import type { LeaguesConfig } from './config.ts'
import type { League } from './store.ts'

type LeagueBody = Given<typeof createLeague>['body']

export type LeagueRules = Pick<
  League,
  'startingCash' | 'startsAt' | 'endsAt' | 'orders' | 'holdings'
>

/** A league as it is to be created. */
export type Wish = Pick<League, 'kind' | 'name' | 'startingCash' | 'orders' | 'holdings'> &
  Partial<Pick<League, 'startsAt' | 'endsAt' | 'guests' | 'generatedNames'>> &
  Partial<Pick<LessonTerms, 'span' | 'minutes'>>

export interface WishDeps {
  readonly market: Pick<Market, 'freshFor'>
  readonly limits: LeaguesConfig
  readonly now: number
}

/** At a provider's prices a league ends with a session: official closes are kept, the prices of other moments are not. */
export const endsWithSession = (market: Pick<Market, 'freshFor'>): boolean =>
  market.freshFor !== undefined

export function parseWish(body: LeagueBody, deps: WishDeps): Wish | Refused {
  const name = parseLeagueName(body.name)
  if (name === null) return refused('invalid_league_name')
  const { kind = 'league' } = body
  const rules = kind === 'lesson' ? parseLesson(body, deps) : parseRules(body, deps)
  return 'refusal' in rules ? rules : { ...rules, kind, name }
}

/** Everybody has the same rules, so that a lesson needs two choices only. */
function parseLesson(body: LeagueBody, { limits }: WishDeps) {
  const { span, minutes, guests } = body
  const cash = parseCash(body, 'lesson')
  if ('refusal' in cash) return cash
  if (span === undefined) return invalid('span is missing.')
  if (minutes === undefined) return invalid('minutes is missing.')
  if (!limits.lessonMinutes.includes(minutes))
    return invalid(`minutes must be one of ${limits.lessonMinutes.join(', ')}.`)
  if (guests === true && !limits.guests) return refused('guests_not_allowed')
  return {
    ...cash,
    span,
    minutes,
    orders: 'now',
    holdings: 'after',
    guests: guests ?? limits.guests,
    generatedNames: body.generated_names ?? false,
  } satisfies Omit<Wish, 'kind' | 'name'>
}

type RulesBody = Omit<LeagueBody, 'kind' | 'name'>

export function parseRules(body: RulesBody, deps: WishDeps) {
  const { orders, holdings, ends_at: end } = body
  const cash = parseCash(body, 'league')
  if ('refusal' in cash) return cash
  if (end === undefined) return invalid('ends_at is missing.')
  if (orders === undefined) return invalid('orders is missing.')
  if (holdings === undefined) return invalid('holdings is missing.')
  const startsAt = typeof body.starts_at === 'string' ? parseInstant(body.starts_at) : deps.now
  const lastMoment = parseInstant(end)
  if (startsAt === null) return invalid('starts_at must be a time such as 2026-11-19T12:00:00Z.')
  if (lastMoment === null) return invalid('ends_at must be a time such as 2026-12-19T12:00:00Z.')
  const fault = faultOfTimes(startsAt, lastMoment, deps)
  if (fault !== null) return invalid(fault)
  const endsAt = endsWithSession(deps.market) ? closeFrom(lastMoment) : lastMoment
  return { ...cash, startsAt, endsAt, orders, holdings } satisfies LeagueRules
}

const unknownIn = {
  league: ['span', 'minutes', 'guests', 'generated_names'],
  lesson: ['starts_at', 'ends_at', 'orders', 'holdings'],
} as const

/** The starting cash, where all fields are of the kind. */
function parseCash(body: RulesBody, kind: Wish['kind']) {
  const other = unknownIn[kind].find((field) => body[field] !== undefined)
  if (other !== undefined) return invalid(`${other} is not known in a ${kind}.`)
  const { starting_cash: dollars } = body
  const startingCash = dollars === undefined ? openStartingCash : fromDollars(dollars)
  return dollars === undefined || toDollars(startingCash) === dollars
    ? { startingCash }
    : invalid('starting_cash must have at most two decimals.')
}

function faultOfTimes(startsAt: number, endsAt: number, { limits, now }: WishDeps) {
  if (startsAt < now) return 'starts_at must not be in the past.'
  if (endsAt <= now) return 'ends_at must be in the future.'
  if (startsAt > now + leagueDaysMax * dayMs)
    return `starts_at must be at most ${leagueDaysMax} days from now.`
  if (endsAt - startsAt < limits.minutesMin * 60_000)
    return `ends_at must be at least ${minutesInWords(limits.minutesMin)} after the start.`
  if (endsAt - startsAt > leagueDaysMax * dayMs)
    return `ends_at must be at most ${leagueDaysMax} days after the start.`
  return null
}

const minutesInWords = (minutes: number): string =>
  minutes === 60 ? 'an hour' : minutes === 1 ? 'a minute' : `${minutes} minutes`

/** With a time zone: a time without one would mean another moment on each server. */
const instant = z.iso.datetime({ offset: true })

const parseInstant = (text: string): number | null =>
  instant.safeParse(text).success ? Date.parse(text) : null
