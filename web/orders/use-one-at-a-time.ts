// One order at a time: while one is on its way, and for a moment after its answer, no other is sent.
import { useEffect, useRef, useState } from 'react'

interface OneAtATime {
  readonly state: 'free' | 'sending' | 'resting'
  /** Does nothing while something else is done. */
  readonly run: (work: () => Promise<void>) => void
}

export function useOneAtATime(): OneAtATime {
  const [state, setState] = useState<OneAtATime['state']>('free')
  // Two clicks can come before anything is drawn anew, so the state alone would let the second one pass.
  const isLocked = useRef(false)
  useEffect(() => {
    if (state !== 'resting') return
    const endRest = (): void => {
      isLocked.current = false
      setState('free')
    }
    const timer = setTimeout(endRest, restMs)
    return () => clearTimeout(timer)
  }, [state])
  const run = (work: () => Promise<void>): void => {
    if (isLocked.current) return
    isLocked.current = true
    setState('sending')
    void work().finally(() => setState('resting'))
  }
  return { state, run }
}

/** The second click of a double click comes up to half a second later, when the first order may be done already. */
const restMs = 1000
