// A number that lights up softly when it changes, in the color of its direction; nothing moves.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

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

interface LastMove {
  /** Null where it has not moved: a number that was not there before has not. */
  readonly isUp: boolean | null
  /** Stands in the element of the number, which gives it its color. */
  readonly tint: ReactNode
}

/** Which way a number last moved, and the tint behind it that lights up when it does. */
export function useLastMove(value: number | null): LastMove {
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
