// The queries of leagues: those that the learner is in, one of them, its board and its members; and what follows a change.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as memberCalls from '@tengrand/contract/league-members.ts'
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { useEffect, useRef } from 'react'

import { call } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { useLearnerOptions, useLearnerQuery, type QueryExtras } from '../session/learner-query.ts'
import { nextChangeIn } from './times.ts'

export type League = Answer<typeof leagueCalls.oneLeague>
export type Leagues = Answer<typeof leagueCalls.leagues>
export type Board = Answer<typeof memberCalls.leagueBoard>
export type BoardRow = Board['board'][number]
export type Member = Answer<typeof memberCalls.leagueMembers>['members'][number]

/** Whether the learner is not in the league, or there is none with this id. An id of the wrong format is an invalid request. */
export const isUnknownLeague = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.code === 'unknown_league' || error.code === 'invalid_request')

/** Refetched when one of them starts or ends. */
export const useLeagues = (extras?: QueryExtras<Leagues>) =>
  useLearnerQuery(['leagues'], (options) => call(leagueCalls.leagues, {}, options), {
    refetchInterval: ({ state: { data } }) => nextChangeIn(data?.leagues ?? []),
    ...extras,
  })

/** Refetched when the league starts and when it ends. */
export const useLeague = (league: string, extras?: QueryExtras<League>) =>
  useLearnerQuery(
    ['leagues', league],
    (options) => call(leagueCalls.oneLeague, { params: { league } }, options),
    {
      refetchInterval: ({ state: { data } }) => nextChangeIn(data ? [data] : []),
      ...extras,
    },
  )

const boardMs = 10_000

/** Live, as long as the tab is visible and the league can still change. */
export const useBoard = (league: string) =>
  useLearnerQuery(
    ['leagues', league, 'board'],
    (options) => call(memberCalls.leagueBoard, { params: { league } }, options),
    {
      refetchInterval: ({ state: { data, error } }) =>
        data?.final || isUnknownLeague(error) ? false : boardMs,
    },
  )

/** The board is asked for most often: once its members are more or fewer, the rest is fetched again. */
export function useRefetchOnMembers(league: string, board: Board | undefined): void {
  const client = useQueryClient()
  const [learner, uid] = useLearnerOptions().queryKey
  const count = board?.board.length
  const before = useRef(count)
  useEffect(() => {
    if (before.current !== undefined && count !== before.current) {
      void client.invalidateQueries({
        queryKey: [learner, uid, 'leagues', league],
        predicate: ({ queryKey }) => queryKey.at(-1) !== 'board',
      })
    }
    before.current = count
  }, [client, learner, uid, league, count])
}

export const useMembers = (league: string) =>
  useLearnerQuery(['leagues', league, 'members'], (options) =>
    call(memberCalls.leagueMembers, { params: { league } }, options),
  )

export const useMemberHoldings = (league: string, user_id: string) =>
  useLearnerQuery(['leagues', league, 'members', user_id], (options) =>
    call(memberCalls.memberHoldings, { params: { league, user_id } }, options),
  )

interface ChangeSteps<T> {
  readonly onDone?: (answer: T) => void
  /** Whether the learner is not in the league any more: its page, which is being left, must not ask for it again. */
  readonly isEnd?: boolean
}

/** A change of leagues. Whether it succeeds or not, the queries about leagues are fetched again. */
export function useLeagueChange<Body, T>(
  send: (body: Body) => Promise<T>,
  { onDone, isEnd = false }: ChangeSteps<T> = {},
) {
  const client = useQueryClient()
  const { queryKey } = useLearnerOptions('leagues')
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => onDone?.(answer),
    onSettled: (_answer, error) =>
      void client.invalidateQueries({
        queryKey,
        refetchType: isEnd && error === null ? 'none' : 'active',
      }),
  })
}

/** The server's words for a refusal. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.sentence : "That didn't work. Please try again."
