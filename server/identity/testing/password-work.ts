// Counts how often a password was really looked at, which is what an attacker must not get for free.
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
