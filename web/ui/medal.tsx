// A rank: a medal with its number for the first three, a plain number for the others; and a line of a ranking.
import type { ReactNode } from 'react'

import { GainPercent } from './money.tsx'

export function Medal({ rank }: { rank: number }) {
  const medal = medals[rank - 1]
  if (!medal)
    return <span className="inline-block min-w-8 text-center font-medium text-muted">#{rank}</span>
  const { name, face, edge, ink } = medal
  return (
    <svg role="img" aria-label={name} viewBox="0 0 32 32" className="size-8 shrink-0">
      <circle cx="16" cy="16" r="15" fill={face} stroke={edge} />
      <circle cx="16" cy="16" r="11" fill="none" stroke={edge} />
      <text x="16" y="20.5" textAnchor="middle" fontSize="13" fontWeight="600" fill={ink}>
        {rank}
      </text>
    </svg>
  )
}

interface RankedProps {
  readonly rank: number
  /** The return in percent. */
  readonly roi: number
  readonly className?: string
  /** Who it is. */
  readonly children: ReactNode
}

export const Ranked = ({ rank, roi, className = '', children }: RankedProps) => (
  <li className={`flex min-h-10 items-center gap-3 ${className}`}>
    <Medal rank={rank} />
    <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
    <GainPercent value={roi} digits={1} />
  </li>
)

/** The same colors in both themes. */
const medals = [
  { name: 'Gold medal', face: '#f5c942', edge: '#d69e12', ink: '#5c3f00' },
  { name: 'Silver medal', face: '#cbd1da', edge: '#a3acb9', ink: '#353c48' },
  { name: 'Bronze medal', face: '#e3a272', edge: '#c47b45', ink: '#55290a' },
]
