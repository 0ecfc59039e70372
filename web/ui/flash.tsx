// A number that lights up softly when it changes, in the colour of its direction; nothing moves.
import { useState, type ReactNode } from 'react'

interface FlashProps {
  readonly value: number | null
  readonly children: ReactNode
}

export function Flash({ value, children }: FlashProps) {
  const [seen, setSeen] = useState({ value, className: '', changes: 0 })
  if (value !== seen.value) {
    setSeen({ value, className: directionClass(seen.value, value), changes: seen.changes + 1 })
  }
  // A new element begins its animation anew.
  return (
    <span key={seen.changes} className={seen.className}>
      {children}
    </span>
  )
}

/** A number that was not there before has not changed. */
function directionClass(from: number | null, to: number | null): string {
  if (from === null || to === null) return ''
  return to > from ? 'flash-up' : 'flash-down'
}
