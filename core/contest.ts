// What people compete in, and what everybody has in the one that is open to all.
import type { Cents } from './money.ts'

/** Everybody is in it, and it has no end. */
export const openContestId = 1

/** Ten grand: what a portfolio in the open contest begins with. Not computed, because the sign-in has no need of money. */
export const openStartingCash = 1_000_000 as Cents

/** As it stands in prose. */
export const openStartingWords = '$10,000'
