// Builds every address that the app links to, and those of the server that no call of the contract describes.
import { createContext, use } from 'react'

/** The screens about a portfolio; those of another contest begin with its base. */
const ownPaths = (base: string) => ({
  /** The front page leads on to the dashboard of the main portfolio. */
  home: base === '' ? '/' : `${base}/dashboard`,
  dashboard: `${base}/dashboard`,
  market: `${base}/dashboard#market`,
  portfolio: `${base}/portfolio`,
  transactions: `${base}/transactions`,
  transactionsWith: (filter: Query) => withQuery(`${base}/transactions`, filter),
  stock: (ticker: string) => `${base}/stock/${encodeURIComponent(ticker)}`,
  insights: `${base}/insights`,
})

const guidesPath = '/getting-started'
const strategiesPath = `${guidesPath}/strategies`

export const paths = {
  ...ownPaths(''),
  front: '/',
  login: '/login',
  chapters: '/portfolio#chapters',
  chapter: (portfolio: string) => `/portfolio/${encodeURIComponent(portfolio)}`,
  insightsOf: (portfolio: string) => withQuery('/insights', { portfolio }),
  leaderboard: '/leaderboard',
  guides: guidesPath,
  basics: `${guidesPath}/basics`,
  strategies: strategiesPath,
  strategiesSection: (section: string) => `${strategiesPath}#${section}`,
  platform: `${guidesPath}/platform`,
  pro: '/pro',
  account: '/account',
} as const

/** The base of the portfolio of the screen. */
export const PathsBase = createContext('')

/** The addresses for the links of a screen, with the base of its portfolio. */
export function usePaths(): typeof paths {
  const base = use(PathsBase)
  return base === '' ? paths : { ...paths, ...ownPaths(base) }
}

/** The calls of the server's own sign-in, which are not part of the API. */
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
