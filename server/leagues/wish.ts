// Checks the rules that an owner wishes: the name, the starting cash and the times.
import type { Given } from '@tengrand/contract/call.ts'
import type { createLeague } from '@tengrand/contract/leagues.ts'
import { openStartingCash } from '@tengrand/core/contest.ts'
import { dayMs } from '@tengrand/core/day.ts'
import { leagueDaysMax, parseLeagueName } from '@tengrand/core/league.ts'
import { fromDollars, toDollars, type Cents } from '@tengrand/core/money.ts'
import { closeFrom } from '@tengrand/core/session.ts'
import * as z from 'zod/mini'

import { invalid, refused } from '../http/refusals.ts'
import type { Market } from '../market/market.ts'
import type { League } from './store.ts'

export type LeagueBody = Given<typeof createLeague>['body']

export type Wish = Pick<
  League,
  'name' | 'startingCash' | 'startsAt' | 'endsAt' | 'orders' | 'holdings'
>

export interface WishDeps {
  readonly market: Pick<Market, 'freshFor'>
  readonly minutesMin: number
  readonly now: number
}

/** At a provider's prices a league ends with a session: official closes are kept, the prices of other moments are not. */
export const endsWithSession = (market: Pick<Market, 'freshFor'>): boolean =>
  market.freshFor !== undefined

export function parseWish(body: LeagueBody, deps: WishDeps) {
  const name = parseLeagueName(body.name)
  if (name === null) return refused('invalid_league_name')
  const rules = parseRules(body, deps)
  return 'refusal' in rules ? rules : ({ ...rules, name } satisfies Wish)
}

export function parseRules(body: Omit<LeagueBody, 'name'>, deps: WishDeps) {
  const startingCash = parseCash(body.starting_cash)
  if (startingCash === null) return invalid('starting_cash must have at most two decimals.')
  const startsAt = typeof body.starts_at === 'string' ? parseInstant(body.starts_at) : deps.now
  const lastMoment = parseInstant(body.ends_at)
  if (startsAt === null) return invalid('starts_at must be a time such as 2026-11-19T12:00:00Z.')
  if (lastMoment === null) return invalid('ends_at must be a time such as 2026-12-19T12:00:00Z.')
  const fault = faultOfTimes(startsAt, lastMoment, deps)
  if (fault !== null) return invalid(fault)
  const endsAt = endsWithSession(deps.market) ? closeFrom(lastMoment) : lastMoment
  return { ...body, startingCash, startsAt, endsAt }
}

function faultOfTimes(startsAt: number, endsAt: number, { minutesMin, now }: WishDeps) {
  if (startsAt < now) return 'starts_at must not be in the past.'
  if (endsAt <= now) return 'ends_at must be in the future.'
  if (startsAt > now + leagueDaysMax * dayMs)
    return `starts_at must be at most ${leagueDaysMax} days from now.`
  if (endsAt - startsAt < minutesMin * 60_000)
    return `ends_at must be at least ${minutesInWords(minutesMin)} after the start.`
  if (endsAt - startsAt > leagueDaysMax * dayMs)
    return `ends_at must be at most ${leagueDaysMax} days after the start.`
  return null
}

const minutesInWords = (minutes: number): string =>
  minutes === 60 ? 'an hour' : minutes === 1 ? 'a minute' : `${minutes} minutes`

function parseCash(dollars: number | undefined): Cents | null {
  if (dollars === undefined) return openStartingCash
  const amount = fromDollars(dollars)
  return toDollars(amount) === dollars ? amount : null
}

/** With a time zone: a time without one would mean another moment on each server. */
const instant = z.iso.datetime({ offset: true })

const parseInstant = (text: string): number | null =>
  instant.safeParse(text).success ? Date.parse(text) : null
