// A number that lights up softly when it changes, in the color of its direction; nothing moves.
import type { ReactNode } from 'react'

import { useLastMove } from './last-move.ts'

interface FlashProps {
  readonly value: number | null
  readonly children: ReactNode
}

export function Flash({ value, children }: FlashProps) {
  const { isUp, ref } = useLastMove(value)
  const look = isUp === null ? undefined : isUp ? 'flash-up' : 'flash-down'
  return (
    <span ref={ref} className={look}>
      {children}
    </span>
  )
}
