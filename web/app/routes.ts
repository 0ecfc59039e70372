// The route table: every screen with its address, its module and who may see it. It is plain data without imports, because
// the build, the size check and the browser tests read it too, on bare Node.

export interface Route {
  /** A pattern: a part that begins with a colon stands for any name. */
  readonly path: string
  /** The file of the page, from the root of web/. */
  readonly module: string
  /** The title of the browser's tab and the heading, unless the page sets its own. */
  readonly title: string
  /** A guest is not signed in, other than the guest of a lesson: a session redirects to the page that was requested, or to the dashboard. A learner is signed in. */
  readonly access: 'guest' | 'anyone' | 'learner'
  /** The part of the address that may name another portfolio than the main one; a league names the learner's portfolio in it. */
  readonly portfolioFrom?: 'path' | 'query' | 'league'
  /** The address of the same screen in a league, below that of the league. */
  readonly inLeague?: string
  /** The entry in the header and in the bottom bar. */
  readonly nav?: Nav
  /** The address of the entry that is highlighted on this page, unless the address of the page begins with it. */
  readonly within?: string
}

interface Nav {
  readonly label: string
  /** The label on a narrow phone, where the long one does not fit under its icon. */
  readonly shortLabel?: string
  readonly icon: 'dashboard' | 'portfolio' | 'transactions' | 'leaderboard' | 'learn'
  /** The address of the link, if it is not the path. */
  readonly to?: string
}

/** The file that prerenders the sign-in screen into index.html. */
export const prerenderedModule = 'sign-in/prerender-sign-in.tsx'

/** The file of the frame around every page for learners. */
export const shellModule = 'app/shell.tsx'

/** The file that the entry loads at once on every route, without making the page wait for it. */
export const configModule = 'api/config.ts'

type LearnerRoute = Omit<Route, 'access'>

/** The first is where a sign-in leads when no page was requested. */
const learnerRoutes: readonly LearnerRoute[] = [
  {
    path: '/dashboard',
    module: 'dashboard/dashboard-page.tsx',
    title: 'Dashboard',
    inLeague: '/dashboard',
    nav: { label: 'Dashboard', icon: 'dashboard', to: '/' },
  },
  {
    path: '/portfolio',
    module: 'dashboard/portfolio-page.tsx',
    title: 'Portfolio',
    inLeague: '/portfolio',
    nav: { label: 'Portfolio', icon: 'portfolio' },
  },
  {
    path: '/portfolio/orders',
    module: 'dashboard/orders-page.tsx',
    title: 'Orders',
    inLeague: '/orders',
  },
  { path: '/portfolio/runs', module: 'dashboard/runs-page.tsx', title: 'Runs' },
  {
    path: '/transactions',
    module: 'dashboard/transactions-page.tsx',
    title: 'Transaction History',
    inLeague: '/transactions',
    nav: { label: 'Transactions', icon: 'transactions' },
  },
  {
    path: '/stock/:ticker',
    module: 'stock/stock-page.tsx',
    title: 'Stock',
    inLeague: '/stock/:ticker',
  },
  {
    path: '/leaderboard',
    module: 'leaderboard/leaderboard-page.tsx',
    title: 'Leaderboard',
    nav: { label: 'Leaderboard', icon: 'leaderboard' },
  },
  {
    path: '/getting-started',
    module: 'guides/guides-page.tsx',
    title: 'Getting Started',
    nav: { label: 'Getting Started', shortLabel: 'Learn', icon: 'learn' },
  },
  { path: '/getting-started/basics', module: 'guides/basics-page.tsx', title: 'Investment Basics' },
  {
    path: '/getting-started/strategies',
    module: 'guides/strategies-page.tsx',
    title: 'Trading Strategies',
  },
  {
    path: '/getting-started/platform',
    module: 'guides/platform-page.tsx',
    title: 'Using Tengrand',
  },
  { path: '/pro', module: 'pro/pro-page.tsx', title: 'Go Pro' },
]

/** Those whose chunks are loaded when they are opened. */
const seldomRoutes: readonly LearnerRoute[] = [
  {
    path: '/portfolio/:portfolio',
    portfolioFrom: 'path',
    module: 'dashboard/chapter-page.tsx',
    title: 'Run',
  },
  {
    path: '/insights',
    portfolioFrom: 'query',
    module: 'insights/insights-page.tsx',
    title: 'Insights',
    inLeague: '/insights',
    within: '/portfolio',
  },
  {
    path: '/journal',
    portfolioFrom: 'query',
    module: 'journal/journal-page.tsx',
    title: 'Journal',
    inLeague: '/journal',
    within: '/portfolio',
  },
  { path: '/leagues', module: 'leagues/leagues-page.tsx', title: 'Leagues' },
  { path: '/leagues/:league', module: 'lessons/league-page.tsx', title: 'League' },
  { path: '/leagues/:league/play', module: 'lessons/play-page.tsx', title: 'Lesson' },
  { path: '/leagues/:league/screen', module: 'lessons/screen-page.tsx', title: 'Lesson' },
  { path: '/waitlist', module: 'waitlist/waitlist-page.tsx', title: 'Join the Pro waitlist' },
  { path: '/account', module: 'account/own-account-page.tsx', title: 'Password and Email' },
]

const forLearners = (route: LearnerRoute): Route => ({ ...route, access: 'learner' })

const signedInRoutes = [...learnerRoutes, ...seldomRoutes].map(forLearners)

/** The screens of a portfolio, for the portfolio of a league. They have no entry in the header. */
const leagueRoutes = signedInRoutes
  .filter(({ inLeague }) => inLeague !== undefined)
  .map(({ module, title, inLeague }) =>
    forLearners({ path: `/leagues/:league${inLeague}`, module, title, portfolioFrom: 'league' }),
  )

const signIn = { module: 'sign-in/sign-in-page.tsx', title: 'Sign In', access: 'guest' } as const

/** The pages whose chunks are loaded while the app is idle. */
export const pagesAhead: readonly Pick<Route, 'module'>[] = [signIn, ...learnerRoutes]

const join = { module: 'leagues/join-page.tsx', title: 'Join', access: 'anyone' } as const

/** The first that matches an address is its route, so a fixed path comes before a pattern that matches it too. */
export const routes: readonly Route[] = [
  { path: '/', ...signIn },
  { path: '/login', ...signIn },
  {
    path: '/reset-password',
    module: 'sign-in/reset-password-page.tsx',
    title: 'Choose a New Password',
    access: 'anyone',
  },
  {
    path: '/confirm-email',
    module: 'account/confirm-email-page.tsx',
    title: 'Confirm Email',
    access: 'anyone',
  },
  { path: '/join', ...join },
  // With a code, or where the organiser lets a guest back in: /join/back.
  { path: '/join/:code', ...join },
  // Where a guest keeps a result.
  { path: '/join/keep/:league', ...join },
  ...signedInRoutes,
  ...leagueRoutes,
  // An address that no screen of a league has.
  forLearners({
    path: '/leagues/:league/:screen',
    module: 'lessons/league-page.tsx',
    title: 'League',
  }),
]
