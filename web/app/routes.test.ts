// Tests the route table against the page files and the links, and the matching of path patterns.
import { globSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { paths } from '../browser/paths.ts'
import { matchPath } from '../browser/router.tsx'
import { findRoute } from './pages.ts'
import { routes } from './routes.ts'

const at = (pathname: string) => ({ pathname, search: '', hash: '', state: null, key: '' })

describe('the route table', () => {
  test('has every page that there is, and no other', () => {
    const files = globSync('*/*-page.tsx', { cwd: join(import.meta.dirname, '..') })
    expect(new Set(routes.map(({ module }) => module))).toEqual(new Set(files))
  })

  test('has no route that another one keeps from ever being found', () => {
    const hidden = routes.filter(
      (route) => findRoute(at(route.path.replaceAll(':', 'some-')))?.route !== route,
    )
    expect(hidden).toEqual([])
  })

  test('has a route for every address that is linked to', () => {
    const fixed = Object.values(paths).filter((path) => typeof path === 'string')
    const built = [paths.stock('AAPL'), paths.chapter('some'), paths.insightsOf('some')]
    const lost = [...fixed, ...built].filter(
      (path) => findRoute(at(path.replace(/[?#].*/, ''))) === undefined,
    )
    expect(lost).toEqual([])
  })
})

describe('a pattern', () => {
  test.each([
    ['/', '/', {}],
    ['/login', '/LOGIN/', {}],
    ['/stock/:ticker', '/Stock/brk.B', { ticker: 'brk.B' }],
    ['/stock/:ticker', '/stock/a%20b', { ticker: 'a b' }],
    ['/stock/:ticker', '/stock/100%', { ticker: '100%' }],
    ['/leagues/:league/stock/:ticker', '/leagues/7/stock/AAPL', { league: '7', ticker: 'AAPL' }],
    ['/stock/:ticker', '/stock', null],
    ['/stock/:ticker', '/stock/%20', null],
    ['/stock/:ticker', '/stock/a/b', null],
    ['/portfolio', '/portfolios', null],
  ])('%s against %s', (pattern, pathname, params) => {
    expect(matchPath(pattern, at(pathname))).toEqual(params)
  })
})
