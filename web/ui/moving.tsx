// The number that a page is about, while it moves: a neutral tint says that it did, a small mark beside it which way.
import { useState, type ReactNode } from 'react'

import { Triangle } from './icons.tsx'

interface MovingProps {
  readonly value: number | null
  readonly children: ReactNode
}

/** Without the colors of gain and loss: a number that falls for a moment may stand for a gain. */
export function Moving({ value, children }: MovingProps) {
  const [seen, setSeen] = useState({ value, isUp: isUpFrom(null, value), isAgain: false })
  if (value !== seen.value) {
    setSeen({ value, isUp: isUpFrom(seen.value, value), isAgain: !seen.isAgain })
  }
  if (seen.isUp === null) return <span>{children}</span>
  return (
    <span className={`flash-neutral${seen.isAgain ? ' flash-again' : ''}`}>
      {children}
      {/* In the room beside the number, so that nothing moves when it comes. */}
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-full ml-3 flex items-center text-12 text-muted"
      >
        <Triangle up={seen.isUp} />
      </span>
    </span>
  )
}

/** A number that was not there before has not moved. */
const isUpFrom = (from: number | null, to: number | null): boolean | null =>
  from === null || to === null ? null : to > from
