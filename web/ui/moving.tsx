// The number that a page is about, while it moves: a neutral tint says that it did, a small mark beside it which way.
import type { ReactNode } from 'react'

import { Triangle } from './icons.tsx'
import { useLastMove } from './flash.tsx'

interface MovingProps {
  readonly value: number | null
  readonly children: ReactNode
}

/** Without the colors of gain and loss: a number that falls for a moment may stand for a gain. */
export function Moving({ value, children }: MovingProps) {
  const { isUp, tint } = useLastMove(value)
  if (isUp === null) return <span>{children}</span>
  return (
    <span className="flash-neutral">
      {children}
      {tint}
      {/* In the room beside the number, so that nothing moves when it comes. */}
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-full ml-3 flex items-center text-12 text-muted"
      >
        <Triangle up={isUp} />
      </span>
    </span>
  )
}
