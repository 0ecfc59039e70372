// The routes of the leaderboard: the top ten, the learner's own rank, and its history.
import { api } from '@tengrand/contract/api.ts'
import { rankedAgainAt } from '@tengrand/core/chapter.ts'
import { dayOf } from '@tengrand/core/day.ts'
import { toDollars } from '@tengrand/core/money.ts'
import { nextRankingAt } from '@tengrand/core/ranking.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import type { FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { signedInRoute, type Identify } from '../http/route.ts'
import {
  readBoardFor,
  readRanks,
  readTop,
  type BoardView,
  type Standing,
  type Top,
} from './store.ts'

interface LeaderboardDeps {
  readonly db: Db
  readonly contestId: number
  readonly identify: Identify
  readonly now: () => number
  /** Whether accounts without a confirmed email are left out of rankings. */
  readonly verifiedOnly: boolean
}

export function addLeaderboardRoutes(
  app: FastifyInstance,
  { db, contestId, identify, now, verifiedOnly }: LeaderboardDeps,
): void {
  const board = openBoard(db, contestId)
  signedInRoute(app, identify, api.leaderboard, async ({ caller }) => {
    const { top, names, name, publicId, own, ...view } = await board.look(caller.accountId)
    return {
      leaderboard: (top?.places ?? []).map((place, index) =>
        placeOnWire(place, names[index] ?? null),
      ),
      updated_at: top === null ? null : isoOf(top.at),
      next_update_at: top === null ? null : isoOf(nextRankingAt(top.at)),
      you:
        own === null ? null : { rank: own.rank, user_id: publicId, ...entryOf({ ...own, name }) },
      ...unrankedOnWire(view, { verifiedOnly, now: now() }),
    }
  })

  signedInRoute(app, identify, api.leaderboardMe, async ({ caller: { accountId } }) => {
    const ranks = await readRanks(db, { accountId, contestId }, dayOf(now()))
    return { ranks: ranks.map(rankOnWire) }
  })
}

/** A new ranking comes about once a day, so three during one read are an error. */
const triesMax = 3

/** Caches the top ten until the next ranking; the names are read each time. */
export function openBoard(db: Db, contestId: number) {
  let cached: Top | null = null
  return {
    look: async (accountId: number) => {
      for (let tries = 0; tries < triesMax; tries += 1) {
        const top = cached
        const seen = await readBoardFor(db, { accountId, contestId, top })
        if (seen.latestId === (top?.rankingId ?? null)) return { top, ...seen }
        cached = await readTop(db, contestId)
      }
      throw new Error('The ranking changes faster than it can be read.')
    },
  }
}

type RankOfDay = Awaited<ReturnType<typeof readRanks>>[number]

const rankOnWire = ({ day, rank, accounts, ...place }: RankOfDay) => ({
  date: day,
  rank,
  traders: accounts,
  ...worth(place),
})

/** The row of a deleted account is anonymous, so no other place moves. */
const placeOnWire = ({ publicId, ...place }: Top['places'][number], name: string | null) =>
  name === null
    ? { user_id: null, ...entryOf({ ...place, name: 'Account deleted', chapter: 1 }) }
    : { user_id: publicId, ...entryOf({ ...place, name }) }

/**
 * In this order: reasons that the learner cannot change, then those that time changes, then those that they can change.
 */
function unrankedOnWire(
  {
    isUnranked,
    departedAt,
    emailVerified,
  }: Pick<BoardView, 'isUnranked' | 'departedAt' | 'emailVerified'>,
  { verifiedOnly, now }: { readonly verifiedOnly: boolean; readonly now: number },
) {
  const until = departedAt === null ? 0 : rankedAgainAt(departedAt.getTime())
  if (isUnranked) return { unranked: 'by_operator' as const, unranked_until: null }
  if (now < until) return { unranked: 'returned' as const, unranked_until: isoOf(until) }
  const isMissing = verifiedOnly && !emailVerified
  return { unranked: isMissing ? ('email_unconfirmed' as const) : null, unranked_until: null }
}

const entryOf = (entry: Standing & { readonly name: string }) => ({
  display_name: entry.name,
  chapter: entry.chapter,
  cash_balance: toDollars(entry.cash),
  ...worth(entry),
})

const worth = ({ startingCash, value }: Pick<Standing, 'startingCash' | 'value'>) => ({
  current_value: toDollars(value),
  roi_percentage: returnSince(startingCash, value).percent,
})

const isoOf = (at: number): string => new Date(at).toISOString()
