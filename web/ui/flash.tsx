// Numbers that flash when they change: a tint behind the number fades out, and nothing moves.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { Triangle } from './icons.tsx'

interface FlashProps {
  readonly value: number | null
  readonly children: ReactNode
}

/** A number that flashes in the color of the direction. */
export function Flash({ value, children }: FlashProps) {
  const { isUp, tint } = useLastMove(value)
  return (
    <span className={isUp === null ? undefined : isUp ? 'flash-up' : 'flash-down'}>
      {children}
      {tint}
    </span>
  )
}

/** A number with a neutral tint and a triangle, because a total value can fall for a moment and still be a gain. */
export function Moving({ value, children }: FlashProps) {
  const { isUp, tint } = useLastMove(value)
  if (isUp === null) return <span>{children}</span>
  return (
    <span className="flash-neutral">
      {children}
      {tint}
      {/* Positioned beside the number, so that nothing moves. */}
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-full ml-3 flex items-center text-12 text-muted"
      >
        <Triangle up={isUp} />
      </span>
    </span>
  )
}

/** The direction of the last change, null before the first, and the tint element, a child of the number's element. */
function useLastMove(value: number | null) {
  const [seen, setSeen] = useState({ value, isUp: isUpFrom(null, value) })
  if (value !== seen.value) setSeen({ value, isUp: isUpFrom(seen.value, value) })
  const ref = useRef<HTMLSpanElement>(null)
  const light = useRef<Animation>(undefined)
  useLayoutEffect(() => {
    // Without a direction there is no tint element, so the animation of the old one is dropped.
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
 * Animates opacity alone, which costs no work per frame. Not a CSS animation, whose start and end events bubble through
 * the page, and not a pseudo-element, whose lookup forces a layout.
 */
const fading = { opacity: [0.18, 0] }
const timing = { duration: 600, easing: 'ease-out' }
