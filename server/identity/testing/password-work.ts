// Counts the password hashes of a test, and blocks them.
import { onTestFinished } from 'vitest'

import { passwordWork } from '../embedded/password.ts'

export function countPasswordWork(): () => number {
  let count = 0
  const note = () => (count += 1)
  passwordWork.subscribe(note)
  onTestFinished(() => {
    passwordWork.unsubscribe(note)
  })
  return () => count
}

export interface PasswordGate {
  /** For the options of a world. */
  readonly passwordGate: () => Promise<void>
  /** How many have come to it so far. */
  readonly reached: () => number
  /** From then on, the next so many are held up no longer. */
  readonly letThrough: (count: number) => void
}

/** Holds up the work for passwords, in the place of the time that it takes in earnest. */
export function createPasswordGate(open = 0): PasswordGate {
  const held: (() => void)[] = []
  let free = open
  let reached = 0
  return {
    passwordGate: async () => {
      reached += 1
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => held.push(resolve))
    },
    reached: () => reached,
    letThrough: (count) => {
      const next = held.splice(0, count)
      free += count - next.length
      for (const go of next) go()
    },
  }
}
