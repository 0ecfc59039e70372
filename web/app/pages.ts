// The pages of the route table as lazy components, the route of an address, and when chunks are loaded ahead of time.
import type { ComponentType } from 'react'

import { lazyComponent, type LazyComponent } from '../browser/lazy.tsx'
import { matchPath, type Location, type Params } from '../browser/router.tsx'
import { mainScope, type PortfolioScope } from '../portfolio/scope.tsx'
import { pagesAhead, routes, type Route } from './routes.ts'

interface PageProps {
  /** Loads the first page behind the sign-in; only the sign-in screen uses this prop. */
  readonly preload?: () => void
}

/** The pages by file, so that two addresses of a page share one component and its state. */
const pages = new Map(
  Object.entries(import.meta.glob<{ default: ComponentType<PageProps> }>('../*/*-page.tsx')).map(
    ([file, importPage]) => [file.slice('../'.length), lazyComponent(importPage)],
  ),
)

export const Shell = lazyComponent(() => import('./shell.tsx'))
/** The shell of guests. */
export const GuestShell = lazyComponent(() => import('./guest-shell.tsx'))
export const LeagueScope = lazyComponent(() => import('../leagues/league-scope.tsx'))

export function pageOf({ module }: Pick<Route, 'module'>): LazyComponent<PageProps> {
  const page = pages.get(module)
  if (!page) throw new Error(`There is no ${module}`)
  return page
}

/** Null in a league, whose scope is known once the league is loaded. */
function scopeOf(route: Route, params: Params, { search }: Location): PortfolioScope | null {
  const { portfolioFrom } = route
  if (portfolioFrom === 'league') return null
  const query = portfolioFrom === 'query' ? new URLSearchParams(search).get('portfolio') : null
  const portfolio = portfolioFrom === 'path' ? params['portfolio'] : query
  return portfolio ? { ...mainScope, portfolio } : mainScope
}

export function findRoute(location: Location) {
  for (const route of routes) {
    const params = matchPath(route.path, location)
    if (params) return { route, params, scope: scopeOf(route, params, location) }
  }
  return undefined
}

/** Loads the shell and the first page behind the sign-in, while the sign-in request is in flight. */
export function loadFirstPage(): void {
  const first = routes.find(({ access }) => access === 'learner')
  load(first ? [Shell, pageOf(first)] : [Shell])
}

/** Loads the other pages, so that following a link does not wait. Returns its cancel function. */
export function loadPagesWhenIdle(): () => void {
  const timer = setTimeout(() => load(pagesAhead.map(pageOf)), idleMs)
  return () => clearTimeout(timer)
}

const idleMs = 1000

function load(all: readonly { load: () => Promise<unknown> }[]): void {
  // A failed chunk is loaded again when its page is drawn, and the error is shown there.
  for (const page of all) page.load().catch(() => {})
}
