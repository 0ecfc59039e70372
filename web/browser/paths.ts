// Builds the addresses of all links in the app, and has the server's paths that the API contract does not describe.
import { createContext, use } from 'react'

/** The paths of the screens about a portfolio. `base` is empty for the main portfolio. */
const ownPaths = (base: string) => ({
  /** The front page redirects to the dashboard of the main portfolio. */
  home: base === '' ? '/' : `${base}/dashboard`,
  dashboard: `${base}/dashboard`,
  market: `${base}/dashboard#market`,
  portfolio: `${base}/portfolio`,
  transactions: `${base}/transactions`,
  transactionsWith: (filter: Query) => withQuery(`${base}/transactions`, filter),
  stock: (ticker: string) => `${base}/stock/${encodeURIComponent(ticker)}`,
  /** The form of a stock, filled in for a purchase of one share. */
  trade: (ticker: string) => `${base}/stock/${encodeURIComponent(ticker)}#trade`,
  insights: `${base}/insights`,
  journal: (filter: Query = {}) => withQuery(`${base}/journal`, filter),
  orders: base === '' ? '/portfolio/orders' : `${base}/orders`,
})

const guidesPath = '/getting-started'
const strategiesPath = `${guidesPath}/strategies`

export const paths = {
  ...ownPaths(''),
  front: '/',
  login: '/login',
  runs: '/portfolio/runs',
  chapter: (portfolio: string) => `/portfolio/${encodeURIComponent(portfolio)}`,
  insightsOf: (portfolio: string) => withQuery('/insights', { portfolio }),
  leaderboard: '/leaderboard',
  leagues: '/leagues',
  league: (id: string) => `/leagues/${encodeURIComponent(id)}`,
  /** The page on which a lesson is played, with an open stock. */
  play: (id: string, symbol = '') =>
    `/leagues/${encodeURIComponent(id)}/play${symbol && `#${encodeURIComponent(symbol)}`}`,
  /** The projector's page of a lesson. */
  screen: (id: string) => `/leagues/${encodeURIComponent(id)}/screen`,
  /** The screens over the learner's portfolio in a league. */
  inLeague: (id: string) => ownPaths(`/leagues/${encodeURIComponent(id)}`),
  /** Where a code is typed. */
  joinByCode: '/join',
  join: (code: string) => `/join/${encodeURIComponent(code)}`,
  /** Where a guest, who has signed in meanwhile, moves the result of a lesson to the account. */
  keep: (id: string) => `/join/keep/${encodeURIComponent(id)}`,
  guides: guidesPath,
  basics: `${guidesPath}/basics`,
  strategies: strategiesPath,
  strategiesSection: (section: string) => `${strategiesPath}#${section}`,
  platform: `${guidesPath}/platform`,
  pro: '/pro',
  account: '/account',
} as const

/** The base path of the portfolio that the screen shows. */
export const PathsBase = createContext('')

/** The addresses for the links of a screen, with the base of its portfolio. */
export function usePaths(): typeof paths {
  const base = use(PathsBase)
  return base === '' ? paths : { ...paths, ...ownPaths(base) }
}

/** The paths of the server's own sign-in, which are not part of the API. */
export const identityPaths = {
  token: '/identity/token',
  signIn: '/identity/sign-in/email',
  signUp: '/identity/sign-up/email',
  signInWithGoogle: '/identity/sign-in/google',
  signInWithIssuer: '/identity/sign-in/oidc',
  requestReset: '/identity/request-password-reset',
  reset: '/identity/reset-password',
  signOut: '/identity/sign-out',
} as const

/** The default base of the API. */
export const apiBase = '/api'

type Query = Readonly<Record<string, string | null>>

function withQuery(path: string, query: Query): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value ? [`${name}=${value}`] : [],
  )
  return [path, parts.join('&')].filter(Boolean).join('?')
}
