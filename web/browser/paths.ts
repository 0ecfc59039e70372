// Builds every address that the app links to, and those of the server that no call of the contract describes.

const guidesPath = '/getting-started'
const strategiesPath = `${guidesPath}/strategies`

const dashboardPath = '/dashboard'
const portfolioPath = '/portfolio'
const transactionsPath = '/transactions'
const insightsPath = '/insights'

export const paths = {
  front: '/',
  login: '/login',
  dashboard: dashboardPath,
  market: `${dashboardPath}#market`,
  portfolio: portfolioPath,
  chapters: `${portfolioPath}#chapters`,
  chapter: (portfolio: string) => `${portfolioPath}/${encodeURIComponent(portfolio)}`,
  transactions: transactionsPath,
  transactionsWith: (filter: Query) => withQuery(transactionsPath, filter),
  stock: (ticker: string) => `/stock/${encodeURIComponent(ticker)}`,
  insights: insightsPath,
  insightsOf: (portfolio: string) => withQuery(insightsPath, { portfolio }),
  leaderboard: '/leaderboard',
  guides: guidesPath,
  basics: `${guidesPath}/basics`,
  strategies: strategiesPath,
  strategiesSection: (section: string) => `${strategiesPath}#${section}`,
  platform: `${guidesPath}/platform`,
  pro: '/pro',
  account: '/account',
} as const

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

/** Where the API is unless the build says otherwise: at the server that also serves the pages. */
export const apiBase = '/api'

type Query = Readonly<Record<string, string | null>>

function withQuery(path: string, query: Query): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value ? [`${name}=${value}`] : [],
  )
  return [path, asked.join('&')].filter(Boolean).join('?')
}
