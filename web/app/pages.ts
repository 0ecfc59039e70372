// The pages of the route table, each loaded when it is first needed.
import type { ComponentType } from 'react'

import { lazyComponent, type LazyComponent } from '../browser/lazy.tsx'
import { matchPath, type Location, type Params } from '../browser/router.tsx'
import { mainScope, type PortfolioScope } from '../portfolio/scope.tsx'
import { routes, type Route } from './routes.ts'

interface PageProps {
  /** Fetches what is seen first behind the sign-in; only the sign-in screen needs it. */
  readonly preload?: () => void
}

/** By file, so that two addresses of a page share what is on the screen. */
const pages = new Map(
  Object.entries(import.meta.glob<{ default: ComponentType<PageProps> }>('../*/*-page.tsx')).map(
    ([file, importPage]) => [file.slice('../'.length), lazyComponent(importPage)],
  ),
)

export const Shell = lazyComponent(() => import('./shell.tsx'))

export function pageOf({ module }: Route): LazyComponent<PageProps> {
  const page = pages.get(module)
  if (!page) throw new Error(`There is no ${module}`)
  return page
}

function scopeOf(route: Route, params: Params, { search }: Location): PortfolioScope {
  const named = {
    path: params['portfolio'],
    query: new URLSearchParams(search).get('portfolio'),
    none: null,
  }[route.portfolioFrom ?? 'none']
  return named ? { ...mainScope, portfolio: named } : mainScope
}

export interface RouteMatch {
  readonly route: Route
  readonly params: Params
  /** The portfolio that the address is about. */
  readonly scope: PortfolioScope
}

export function findRoute(location: Location): RouteMatch | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, location)
    if (params) return { route, params, scope: scopeOf(route, params, location) }
  }
  return undefined
}

/** Fetches what is seen first behind the sign-in, while the server makes up its mind. */
export const loadFirstPage = (): void =>
  load([Shell, ...routes.filter(isForLearners).slice(0, 1).map(pageOf)])

/** Fetches the other pages while nothing else is going on, so that following a link does not wait. */
export function loadPagesWhenIdle(): () => void {
  const inReach = routes.filter(({ prefetch }) => prefetch).map(pageOf)
  const timer = setTimeout(() => load(inReach), idleSeconds * 1000)
  return () => clearTimeout(timer)
}

const isForLearners = ({ access }: Route): boolean => access === 'learner'
const idleSeconds = 1

function load(all: readonly { load: () => Promise<unknown> }[]): void {
  // A page that fails here fails again, and is explained, where it is asked for.
  for (const page of all) page.load().catch(() => {})
}
