// Every page of the app, each loaded when it is first needed. build/routes.ts lists the same modules by route.
import { lazyPage } from './lazy-page.tsx'

export const SignIn = lazyPage(() => import('./sign-in/sign-in-page.tsx'))
export const ResetPassword = lazyPage(() => import('./sign-in/reset-password-page.tsx'))
export const ConfirmEmail = lazyPage(() => import('./sign-in/confirm-email-page.tsx'))
export const Shell = lazyPage(() => import('./shell/shell.tsx'))
export const Dashboard = lazyPage(() => import('./dashboard/dashboard-page.tsx'))
export const Portfolio = lazyPage(() => import('./portfolio/portfolio-page.tsx'))
export const Chapter = lazyPage(() => import('./chapter/chapter-page.tsx'))
export const Insights = lazyPage(() => import('./insights/insights-page.tsx'))
export const Transactions = lazyPage(() => import('./transactions/transactions-page.tsx'))
export const Stock = lazyPage(() => import('./stock/stock-page.tsx'))
export const Leaderboard = lazyPage(() => import('./leaderboard/leaderboard-page.tsx'))
export const Guides = lazyPage(() => import('./guides/guides-page.tsx'))
export const Basics = lazyPage(() => import('./guides/basics-page.tsx'))
export const Strategies = lazyPage(() => import('./guides/strategies-page.tsx'))
export const Platform = lazyPage(() => import('./guides/platform-page.tsx'))
export const Pro = lazyPage(() => import('./pro/pro-page.tsx'))
export const Waitlist = lazyPage(() => import('./waitlist/waitlist-page.tsx'))
export const OwnAccount = lazyPage(() => import('./sign-in/own-account-page.tsx'))

/** Where links lead from every page, and the way out. */
const inReach = [
  SignIn,
  Dashboard,
  Portfolio,
  Transactions,
  Stock,
  Leaderboard,
  Guides,
  Basics,
  Strategies,
  Platform,
  Pro,
]

/** Fetches what is seen first behind the sign-in, while the server makes up its mind. */
export const loadFirstPage = (): void => load([Shell, Dashboard])

/** Fetches the other pages while nothing else is going on, so that following a link does not wait. */
export function loadPagesWhenIdle(): () => void {
  const timer = setTimeout(() => load(inReach), idleSeconds * 1000)
  return () => clearTimeout(timer)
}

const idleSeconds = 1

function load(pages: readonly { load: () => Promise<unknown> }[]): void {
  // A page that fails here fails again, and is explained, where it is asked for.
  for (const page of pages) page.load().catch(() => {})
}
