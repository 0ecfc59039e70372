// Whether people without an account can join: on this server, and whether the organiser of a lesson decides it.
import { useProvider } from '../session/session.tsx'
import type { League } from './queries.ts'

/** Undefined until it is known. */
export function useHasGuests(): boolean | undefined {
  const provider = useProvider()
  return provider === null ? undefined : provider.guests === true
}

/** The organiser decides it until the end. */
export const useCanHaveGuests = ({ kind, state }: League): boolean =>
  useHasGuests() === true && kind === 'lesson' && state !== 'over'
