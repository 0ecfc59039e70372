// The icons, drawn as strokes in the color of the surrounding text.
import { memo } from 'react'

const paths = {
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  portfolio: 'M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5H20V8H4.5M16 13.75h.01',
  transactions: 'M4 8.5h15M15 4.5l4 4-4 4M20 15.5H5M9 11.5l-4 4 4 4',
  leaderboard:
    'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.5c0 3 1.2 4.5 3.6 4.5M16 6h3.5c0 3-1.2 4.5-3.6 4.5M12 14v4M8.5 20h7M10 18h4',
  learn:
    'M12 6.5C10 5 7.5 4.5 4 4.5v13c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2v-13c-3.5 0-6 .5-8 2zM12 6.5v13',
  spark:
    'M12 3.5c.9 5.1 2.9 7.4 8 8.5-5.1 1.1-7.1 3.4-8 8.5-.9-5.1-2.9-7.4-8-8.5 5.1-1.1 7.1-3.4 8-8.5z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2z',
  screen: 'M4 5h16v11H4zM9 20h6M12 16v4',
  trend: 'M3.5 17.5 9 11l4 4 7.5-9',
  dollar:
    'M16 7.5C15 6 13.7 5.5 12 5.5c-2.3 0-4 1.1-4 3.1 0 4.4 8.2 2.3 8.2 6.8 0 2-1.8 3.1-4.2 3.1-1.8 0-3.4-.6-4.4-2.2M12 3v18',
  bars: 'M5 20v-7M12 20V4M19 20v-11',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.7 7.3 7 9 4.3-1.7 7-4.8 7-9V6z',
  check: 'M5 12.5 10 17.5 19.5 7',
  chevron: 'M9.5 5.5 16 12l-6.5 6.5',
  alert: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01',
  show: 'M2.5 12S6 5.5 12 5.5s9.5 6.5 9.5 6.5S18 18.5 12 18.5 2.5 12 2.5 12zM12 9.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5z',
  hide: 'M2.5 12S6 5.5 12 5.5s9.5 6.5 9.5 6.5S18 18.5 12 18.5 2.5 12 2.5 12zM12 9.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM4.5 4.5l15 15',
  leave: 'M14 4.5H5.5v15H14M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20 20l-4.4-4.4',
  person:
    'M12 4a3.75 3.75 0 1 0 0 7.5A3.75 3.75 0 0 0 12 4zM4.5 20c.5-3.7 3.3-5.5 7.5-5.5s7 1.8 7.5 5.5',
  bell: 'M6 16.5c1-1.2 1.5-2.5 1.5-6a4.5 4.5 0 0 1 9 0c0 3.5.5 4.8 1.5 6zM10 19.5c1 1 3 1 4 0M12 6V4',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8h.01',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={paths[name]} />
    </svg>
  )
}

/** A filled triangle, because at this size an outline would not show its direction. */
export const Triangle = memo(({ up }: { up: boolean }) => (
  <svg aria-hidden="true" viewBox="0 0 10 10" fill="currentColor" className="size-[0.6em] shrink-0">
    <path d={up ? 'M5 1.5 9.5 8.5h-9z' : 'M5 8.5.5 1.5h9z'} />
  </svg>
))
