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
  /** An option of a world: each hash awaits it. */
  readonly passwordGate: () => Promise<void>
  /** The number of hashes that have reached the gate. */
  readonly reached: () => number
  /** Lets the next `count` hashes pass, the waiting ones first. */
  readonly letThrough: (count: number) => void
}

/** Blocks password hashes, to simulate the time that they take in production. */
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
