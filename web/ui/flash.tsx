// A number that lights up softly when it changes, in the color of its direction; nothing moves.
import { useState, type ReactNode } from 'react'

interface FlashProps {
  readonly value: number | null
  readonly children: ReactNode
}

export function Flash({ value, children }: FlashProps) {
  const [seen, setSeen] = useState({ value, className: '', isAgain: false })
  if (value !== seen.value) {
    setSeen({ value, className: directionClass(seen.value, value), isAgain: !seen.isAgain })
  }
  // Another animation that looks the same begins anew. A new element would do so too, but has to be made.
  const again = seen.className !== '' && seen.isAgain ? ' flash-again' : ''
  return <span className={seen.className + again}>{children}</span>
}

/** A number that was not there before has not changed. */
function directionClass(from: number | null, to: number | null): string {
  if (from === null || to === null) return ''
  return to > from ? 'flash-up' : 'flash-down'
}
