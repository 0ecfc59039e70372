// The context that says which portfolio a screen is about. The route sets it; queries, addresses, prices and storage names read it.
import type { LeagueOrders, LeagueState } from '@tengrand/core/league.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { createContext, use, type ReactNode } from 'react'

import { PathsBase } from '../browser/paths.ts'
import { MarketContext, mainMarket } from '../market/market-context.ts'

export interface PortfolioScope {
  /** Null for the main one: the open chapter in the contest of all learners. */
  readonly portfolio: string | null
  /** The prefix of the addresses of its screens. */
  readonly base: string
  /** Null for the contest of all learners. */
  readonly contest: Contest | null
  /** The market whose prices the screen shows. */
  readonly market: string
}

/** What the screens of a portfolio show of its contest. */
export interface Contest {
  readonly id: string
  /** Orders are taken while it is open. */
  readonly state: LeagueState
  /** The start in words, in the time zone of the reader. */
  readonly startsAt: string
  /** Market orders only, or also limit and stop orders. */
  readonly orders: LeagueOrders
  readonly startingCash: Cents
}

export const mainScope: PortfolioScope = {
  portfolio: null,
  base: '',
  contest: null,
  market: mainMarket,
}

const Scope = createContext(mainScope)

export function ScopeProvider({ scope, children }: { scope: PortfolioScope; children: ReactNode }) {
  return (
    <Scope value={scope}>
      <PathsBase value={scope.base}>
        <MarketContext value={scope.market}>{children}</MarketContext>
      </PathsBase>
    </Scope>
  )
}

export const useScope = (): PortfolioScope => use(Scope)

/** Whether orders are taken now: a contest may not have begun, or be over. */
export const useIsTrading = (): boolean => (useScope().contest?.state ?? 'open') === 'open'

/** What to do next, or that trading has yet to start or has ended. */
export function useNextStep(words: string): string {
  const { contest } = useScope()
  if (contest?.state === 'over') return 'Trading has ended. This league is over.'
  return contest?.state === 'before' ? `Trading starts on ${contest.startsAt}.` : words
}

/** The storage key of an item about the portfolio of this screen. */
export function useStorageName(name: string): string {
  const { portfolio } = useScope()
  return portfolio === null ? name : `${name}-${portfolio}`
}
