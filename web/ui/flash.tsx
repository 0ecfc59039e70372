// A number that lights up softly when it changes, in the color of its direction; nothing moves.
import type { ReactNode } from 'react'

import { useLastMove } from './last-move.tsx'

interface FlashProps {
  readonly value: number | null
  readonly children: ReactNode
}

export function Flash({ value, children }: FlashProps) {
  const { isUp, tint } = useLastMove(value)
  const look = isUp === null ? undefined : isUp ? 'flash-up' : 'flash-down'
  return (
    <span className={look}>
      {children}
      {tint}
    </span>
  )
}
