// The queries of leagues: those that the learner is in, one of them, its board and its members; and what follows a change.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as memberCalls from '@tengrand/contract/league-members.ts'
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { minuteMs } from '@tengrand/core/day.ts'
import { useEffect, useEffectEvent, useRef } from 'react'

import { ApiProblem } from '../api/problem.ts'
import { useLearnerOptions, useLearnerQuery, type KeyPart } from '../session/learner-query.ts'
import { useMarketSource } from '../session/price-source.tsx'
import { nextChangeIn } from './times.ts'

export type League = Answer<typeof leagueCalls.oneLeague>
export type Invitation = Answer<typeof leagueCalls.invitation>
export type Board = Answer<typeof memberCalls.leagueBoard>
export type BoardRow = Board['board'][number]
export type Member = Answer<typeof memberCalls.leagueMembers>['members'][number]

/** Whether the learner is not in the league, or there is none with this id. An id of the wrong format is an invalid request. */
export const isUnknownLeague = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.code === 'unknown_league' || error.code === 'invalid_request')

/** Refetched when one of them starts or ends. */
export const useLeagues = () =>
  useLearnerQuery(leagueCalls.leagues, {}, ['leagues'], {
    refetchInterval: ({ state: { data } }) => nextChangeIn(data?.leagues ?? []),
  })

/**
 * Refetched when the league starts and when it ends, and before that often enough to hear of an early end. The organiser
 * of a lesson may start it, pause it and end it at any time.
 */
export const useLeague = (league: string) =>
  useLearnerQuery(leagueCalls.oneLeague, { params: { league } }, ['leagues', league], {
    refetchInterval: ({ state: { data } }) => {
      if (data?.market) return data.state !== 'over' && lessonMs
      const ms = nextChangeIn(data ? [data] : [])
      return ms && Math.min(ms, minuteMs)
    },
  })

const lessonMs = 10_000
const boardMs = 10_000

/** Live, as long as the tab is visible and the league can still change. */
export const useBoard = (league: string, ms = boardMs) =>
  useLearnerQuery(memberCalls.leagueBoard, { params: { league } }, ['leagues', league, 'board'], {
    refetchInterval: ({ state: { data, error } }) =>
      data?.final || isUnknownLeague(error) ? false : ms,
  })

/** Fetches the learner's queries below this key again, but for one, when a value changes that was known before. */
export function useRefetchOnChange(
  value: unknown,
  key: readonly KeyPart[] = [],
  except = '',
): void {
  const client = useQueryClient()
  const options = useLearnerOptions(...key)
  const refetch = useEffectEvent(
    () =>
      void client.invalidateQueries({
        queryKey: options.queryKey,
        predicate: ({ queryKey }) => queryKey.at(-1) !== except,
      }),
  )
  const before = useRef(value)
  useEffect(() => {
    if (before.current !== undefined && value !== before.current) refetch()
    before.current = value
  }, [value])
}

export const useMembers = (league: string) =>
  useLearnerQuery(memberCalls.leagueMembers, { params: { league } }, ['leagues', league, 'members'])

export function useMemberHoldings(league: string, user_id: string) {
  const key = ['leagues', league, 'members', user_id]
  return useLearnerQuery(memberCalls.memberHoldings, { params: { league, user_id } }, key)
}

/**
 * A change of leagues. Whether it succeeds or not, the queries about leagues are fetched again, unless the learner is not in the
 * league any more: its page, which is being left, must not ask for it again.
 */
export function useLeagueChange<Body>(
  send: (body: Body) => Promise<unknown>,
  onSuccess = (): void => {},
  isEnd = false,
) {
  const client = useQueryClient()
  const { queryKey } = useLearnerOptions('leagues')
  return useMutation({
    mutationFn: send,
    onSuccess,
    onSettled: (_answer, error) =>
      void client.invalidateQueries({
        queryKey,
        refetchType: isEnd && error === null ? 'none' : 'active',
      }),
  })
}

/** The rules can change until the start, as long as nobody else has joined. Those of a lesson are frozen. */
export const isNameOnly = ({ kind, state, members }: League): boolean =>
  kind === 'lesson' || state !== 'before' || members > 1

/** Whether the prices of the installation are real, so that they come in sessions. */
export const useIsRealMarket = (): boolean =>
  (useMarketSource()?.market ?? 'simulated') !== 'simulated'
