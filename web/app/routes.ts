// The route table: every screen with its address, its module and who may see it. It is plain data without imports, because
// the build, the size check and the browser tests read it too, on bare Node.

export interface Route {
  /** A pattern: a part that begins with a colon stands for any name. */
  readonly path: string
  /** The file of the page, from the root of web/. */
  readonly module: string
  /** Names the browser's tab and heads the page, unless the page says something more exact. */
  readonly title: string
  /** A guest is not signed in; a session leads on to the page that was asked for, or to the dashboard. A learner is signed in. */
  readonly access: 'guest' | 'anyone' | 'learner'
  /** Where the address may name another portfolio than the main one. */
  readonly portfolioFrom?: 'path' | 'query'
  /** The entry in the header and in the bar of a phone. */
  readonly nav?: Nav
  /** Links lead there from everywhere, so its code is fetched while nothing else is going on. */
  readonly prefetch?: true
}

interface Nav {
  readonly label: string
  /** Where the name does not fit under an icon. */
  readonly shortLabel?: string
  readonly icon: 'dashboard' | 'portfolio' | 'transactions' | 'leaderboard' | 'learn'
  /** What the link says where it leads, if not the path itself. */
  readonly to?: string
}

/** The file that prerenders the sign-in screen into index.html. */
export const prerenderedModule = 'sign-in/prerender-sign-in.tsx'

/** The file of what stands around every page for learners. */
export const shellModule = 'app/shell.tsx'

/** The file that the entry loads at once on every route, without making the page wait for it. */
export const configModule = 'api/config.ts'

/**
 * The first that matches an address is its route, so one that names all parts stands before one that leaves some open. The
 * first for learners is where a sign-in leads when no page was asked for.
 */
export const routes: readonly Route[] = [
  {
    path: '/',
    module: 'sign-in/sign-in-page.tsx',
    title: 'Sign In',
    access: 'guest',
    prefetch: true,
  },
  { path: '/login', module: 'sign-in/sign-in-page.tsx', title: 'Sign In', access: 'guest' },
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
  {
    path: '/dashboard',
    module: 'dashboard/dashboard-page.tsx',
    title: 'Dashboard',
    access: 'learner',
    nav: { label: 'Dashboard', icon: 'dashboard', to: '/' },
    prefetch: true,
  },
  {
    path: '/portfolio',
    module: 'dashboard/portfolio-page.tsx',
    title: 'Portfolio',
    access: 'learner',
    nav: { label: 'Portfolio', icon: 'portfolio' },
    prefetch: true,
  },
  {
    path: '/portfolio/:portfolio',
    portfolioFrom: 'path',
    module: 'dashboard/chapter-page.tsx',
    title: 'Chapter',
    access: 'learner',
  },
  {
    path: '/insights',
    portfolioFrom: 'query',
    module: 'insights/insights-page.tsx',
    title: 'Your result',
    access: 'learner',
  },
  {
    path: '/transactions',
    module: 'dashboard/transactions-page.tsx',
    title: 'Transaction History',
    access: 'learner',
    nav: { label: 'Transactions', icon: 'transactions' },
    prefetch: true,
  },
  {
    path: '/stock/:ticker',
    module: 'stock/stock-page.tsx',
    title: 'Stock',
    access: 'learner',
    prefetch: true,
  },
  {
    path: '/leaderboard',
    module: 'leaderboard/leaderboard-page.tsx',
    title: 'Leaderboard',
    access: 'learner',
    nav: { label: 'Leaderboard', icon: 'leaderboard' },
    prefetch: true,
  },
  {
    path: '/getting-started',
    module: 'guides/guides-page.tsx',
    title: 'Getting Started',
    access: 'learner',
    nav: { label: 'Getting Started', shortLabel: 'Learn', icon: 'learn' },
    prefetch: true,
  },
  {
    path: '/getting-started/basics',
    module: 'guides/basics-page.tsx',
    title: 'Investment Basics',
    access: 'learner',
    prefetch: true,
  },
  {
    path: '/getting-started/strategies',
    module: 'guides/strategies-page.tsx',
    title: 'Trading Strategies',
    access: 'learner',
    prefetch: true,
  },
  {
    path: '/getting-started/platform',
    module: 'guides/platform-page.tsx',
    title: 'Using Tengrand',
    access: 'learner',
    prefetch: true,
  },
  { path: '/pro', module: 'pro/pro-page.tsx', title: 'Go Pro', access: 'learner', prefetch: true },
  {
    path: '/waitlist',
    module: 'waitlist/waitlist-page.tsx',
    title: 'Join the Pro waitlist',
    access: 'learner',
  },
  {
    path: '/account',
    module: 'account/own-account-page.tsx',
    title: 'Password and Email',
    access: 'learner',
  },
]
