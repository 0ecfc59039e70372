// The open contest, in which every learner takes part: its id and its starting cash.
import type { Cents } from './money.ts'

export const openContestId = 1

/** Ten grand. A cast instead of cents(), so that the sign-in page does not load the money module. */
export const openStartingCash = 1_000_000 as Cents

/** The starting cash in text. */
export const openStartingWords = '$10,000'
