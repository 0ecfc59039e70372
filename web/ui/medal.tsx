// The medals of the first three: gold, silver and bronze, each with its number, so that color is never alone.

export type MedalRank = 1 | 2 | 3

export function Medal({ rank, className = 'size-8' }: { rank: MedalRank; className?: string }) {
  const { name, face, edge, ink } = medals[rank]
  return (
    <svg role="img" aria-label={name} viewBox="0 0 32 32" className={`shrink-0 ${className}`}>
      <circle cx="16" cy="16" r="15" fill={face} stroke={edge} />
      <circle cx="16" cy="16" r="11" fill="none" stroke={edge} />
      <text x="16" y="20.5" textAnchor="middle" fontSize="13" fontWeight="600" fill={ink}>
        {rank}
      </text>
    </svg>
  )
}

/** The same in both themes, as metal is. */
const medals: Readonly<
  Record<MedalRank, { name: string; face: string; edge: string; ink: string }>
> = {
  1: { name: 'Gold medal', face: '#f5c942', edge: '#d69e12', ink: '#5c3f00' },
  2: { name: 'Silver medal', face: '#cbd1da', edge: '#a3acb9', ink: '#353c48' },
  3: { name: 'Bronze medal', face: '#e3a272', edge: '#c47b45', ink: '#55290a' },
}
