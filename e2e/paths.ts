// Every address behind the sign-in.

export const signedInPaths = [
  '/dashboard',
  '/portfolio',
  '/transactions',
  '/stock/AAPL',
  '/leaderboard',
  '/getting-started',
  '/getting-started/basics',
  '/getting-started/strategies',
  '/getting-started/platform',
  '/pro',
  '/waitlist',
  '/account',
]
