// The context that says which portfolio a screen is about. The route sets it; queries, addresses, prices and storage names read it.
import { createContext, use, type ReactNode } from 'react'

import { PathsBase } from '../browser/paths.ts'
import { MarketContext, mainMarket } from '../market/market-context.ts'

export interface PortfolioScope {
  /** Null for the main one: the open chapter in the contest of all learners. */
  readonly portfolio: string | null
  /** The prefix of the addresses of its screens. */
  readonly base: string
  /** Null for the contest of all learners. */
  readonly contest: string | null
  /** The market whose prices the screen shows. */
  readonly market: string
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

/** The storage key of an item about the portfolio of this screen. */
export function useStorageName(name: string): string {
  const { portfolio } = useScope()
  return portfolio === null ? name : `${name}-${portfolio}`
}
