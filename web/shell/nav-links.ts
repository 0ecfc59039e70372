// The navLinks that the header and the bottom bar lead to, and which of them the reader is at.
import type { IconName } from '../ui/icons.tsx'
import { home } from '../visit.ts'

interface NavLink {
  readonly to: string
  readonly label: string
  /** Where the name does not fit under an icon. */
  readonly shortLabel?: string
  readonly icon: IconName
}

export const navLinks: readonly NavLink[] = [
  { to: '/', label: 'Dashboard', icon: 'dashboard' },
  { to: '/portfolio', label: 'Portfolio', icon: 'portfolio' },
  { to: '/transactions', label: 'Transactions', icon: 'transactions' },
  { to: '/leaderboard', label: 'Leaderboard', icon: 'leaderboard' },
  { to: '/getting-started', label: 'Getting Started', shortLabel: 'Learn', icon: 'learn' },
]

/** The link to / leads on to the dashboard, so it is the current one there. */
export function currentAt(pathname: string, to: string): 'page' | 'true' | undefined {
  const target = to === '/' ? home : to
  if (pathname === target) return 'page'
  return pathname.startsWith(`${target}/`) ? 'true' : undefined
}
