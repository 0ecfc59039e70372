// A league in the form: the first values of its fields, the body of a call that is made of what was typed, and refusals.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { minuteMs } from '@tengrand/core/day.ts'
import { toDollars } from '@tengrand/core/money.ts'

import { hasCode, sentenceOf } from '../api/sentence-of.ts'
import { instantNow } from '../ui/instant.ts'
import type { Typed } from '../ui/typed-form.tsx'
import type { League } from './queries.ts'

/** Times are those of the inputs: in the reader's zone. An empty start is now. */
export interface Draft extends Pick<League, 'name' | 'starting_cash' | 'orders' | 'holdings'> {
  readonly starts_at: string
  readonly ends_at: string
}

const runsDays = 30

/** Begins now, and ends on the hour. */
export function newDraft(): Draft {
  const end = new Date(instantNow())
  end.setMinutes(60, 0, 0)
  end.setDate(end.getDate() + runsDays)
  return {
    name: '',
    starting_cash: toDollars(openStartingCash),
    starts_at: '',
    ends_at: inInput(end.getTime()),
    orders: 'all',
    holdings: 'after',
  }
}

export const draftOf = (league: League): Draft => ({
  ...league,
  starts_at: inInput(league.starts_at),
  ends_at: inInput(league.ends_at),
})

/** Nothing where there is no time. */
function inInput(instant: string | number | null): string {
  if (instant === null) return ''
  const time = new Date(instant)
  return new Date(time.getTime() - time.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}

export function bodyOf(typed: Typed) {
  const instantOf = (field: keyof Draft): string | null => {
    const at = Date.parse(typed(field))
    // The picker has no seconds, so this minute has begun already.
    if (field === 'starts_at' && Math.floor(at / minuteMs) === Math.floor(instantNow() / minuteMs))
      return null
    return Number.isNaN(at) ? null : new Date(at).toISOString()
  }
  const holdings = typed('holdings')
  return {
    name: typed('name'),
    starting_cash: Number(typed('starting_cash')),
    starts_at: instantOf('starts_at'),
    ends_at: instantOf('ends_at') ?? '',
    orders: typed('orders') === 'now' ? 'now' : 'all',
    holdings: holdings === 'never' || holdings === 'always' ? holdings : 'after',
  } as const
}

/** The fields that a refusal can name, which the server calls by the names of the API. */
const labels: Partial<Record<string, string>> = {
  name: 'The name',
  starting_cash: 'The starting cash',
  starts_at: 'The start',
  ends_at: 'The end',
}

/** The words of a refusal, and the field that they are about. */
export function faultOf(error: unknown): { readonly field?: string; readonly words: string } {
  const words = sentenceOf(error)
  if (hasCode(error, 'invalid_league_name')) return { field: 'name', words }
  const [field = ''] = words.split(' ')
  const label = hasCode(error, 'invalid_request') && labels[field]
  return label ? { field, words: label + words.slice(field.length) } : { words }
}
