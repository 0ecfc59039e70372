// Which way a number last moved, for what lights up when it does.
import { useState } from 'react'

export interface LastMove {
  /** Null where it has not moved: a number that was not there before has not. */
  readonly isUp: boolean | null
  /** Every other time. Another animation that looks the same begins anew; a new element would too, but has to be made. */
  readonly isAgain: boolean
}

export function useLastMove(value: number | null): LastMove {
  const [seen, setSeen] = useState({ value, isUp: isUpFrom(null, value), isAgain: false })
  if (value !== seen.value) {
    setSeen({ value, isUp: isUpFrom(seen.value, value), isAgain: !seen.isAgain })
  }
  return seen
}

const isUpFrom = (from: number | null, to: number | null): boolean | null =>
  from === null || to === null ? null : to > from
