// Which way a number last moved, for what lights up when it does.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface LastMove {
  /** Null where it has not moved: a number that was not there before has not. */
  readonly isUp: boolean | null
  /** What lights up: the tint that the style sheet puts behind it. */
  readonly ref: RefObject<HTMLSpanElement | null>
}

export function useLastMove(value: number | null): LastMove {
  const [seen, setSeen] = useState({ value, isUp: isUpFrom(null, value) })
  if (value !== seen.value) setSeen({ value, isUp: isUpFrom(seen.value, value) })
  const ref = useRef<HTMLSpanElement>(null)
  const light = useRef<Animation>(undefined)
  useLayoutEffect(() => {
    if (seen.isUp === null) return
    if (light.current) light.current.play()
    else light.current = ref.current?.animate(fading, timing)
  }, [seen])
  return { isUp: seen.isUp, ref }
}

const isUpFrom = (from: number | null, to: number | null): boolean | null =>
  from === null || to === null ? null : to > from

/**
 * Opacity alone, which takes the processor no work for each frame; and from here, because each animation of a style sheet
 * begins and ends with an event that goes through the whole page.
 */
const fading = { opacity: [0.18, 0] }
const timing = { duration: 600, easing: 'ease-out', pseudoElement: '::after' }
