// The context that says which portfolio a screen is about. The route sets it; queries, addresses, prices and storage names read it.
import type { LeagueOrders, LeagueState } from '@tengrand/core/league.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { createContext, use, useLayoutEffect, type ReactNode } from 'react'

import { createStore } from '../browser/create-store.ts'
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
  /** Why no orders are taken; null while it is open. */
  readonly closed: string | null
  /** Market orders only, or also limit and stop orders. */
  readonly orders: LeagueOrders
  readonly startingCash: Cents
  /** The names of the stocks of a lesson by their symbols. */
  readonly listing?: ReadonlyMap<string, string>
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

/** The id of the portfolio that the address names by it: an earlier run, which can only be read. Otherwise null. */
export function useIdInAddress(): string | null {
  const { portfolio, base } = useScope()
  return base === '' ? portfolio : null
}

/** Whether orders are taken now: a contest may not have begun, or be over. */
export const useIsTrading = (): boolean => (useScope().contest?.state ?? 'open') === 'open'

/** Whether the header has the search, which finds companies. */
export const hasSearch = createStore(true)

/** While the component is drawn: the stocks of a lesson are no companies. */
export function useNoSearch(): void {
  useLayoutEffect(() => {
    hasSearch.set(false)
    return () => hasSearch.set(true)
  }, [])
}

/** What to do next, or that trading has yet to start or has ended. */
export const useNextStep = (words: string): string => useScope().contest?.closed ?? words

/** The storage key of an item about the portfolio of this screen. */
export function useStorageName(name: string): string {
  const { portfolio } = useScope()
  return portfolio === null ? name : `${name}-${portfolio}`
}
