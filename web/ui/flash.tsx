// A number that lights up softly when it changes, in the color of its direction; nothing moves.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { Triangle } from './icons.tsx'

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

/** Without the colors of gain and loss: a number that falls for a moment may stand for a gain. */
export function Moving({ value, children }: FlashProps) {
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

interface LastMove {
  /** Null where it has not moved: a number that was not there before has not. */
  readonly isUp: boolean | null
  /** Stands in the element of the number, which gives it its color. */
  readonly tint: ReactNode
}

/** Which way a number last moved, and the tint behind it that lights up when it does. */
function useLastMove(value: number | null): LastMove {
  const [seen, setSeen] = useState({ value, isUp: isUpFrom(null, value) })
  if (value !== seen.value) setSeen({ value, isUp: isUpFrom(seen.value, value) })
  const ref = useRef<HTMLSpanElement>(null)
  const light = useRef<Animation>(undefined)
  useLayoutEffect(() => {
    // Without a move there is no tint, and the next one is another element.
    if (seen.isUp === null) light.current = undefined
    else if (light.current) light.current.play()
    else light.current = ref.current?.animate(fading, timing)
  }, [seen])
  const { isUp } = seen
  return { isUp, tint: isUp !== null && <span ref={ref} aria-hidden="true" className="tint" /> }
}

const isUpFrom = (from: number | null, to: number | null): boolean | null =>
  from === null || to === null ? null : to > from

/**
 * Opacity alone, which takes the processor no work for each frame. Not by the style sheet: each of its animations begins
 * and ends with an event that goes through the whole page. Nor of a pseudo-element: to find it, everything is laid out.
 */
const fading = { opacity: [0.18, 0] }
const timing = { duration: 600, easing: 'ease-out' }
