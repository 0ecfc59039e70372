// What every account begins with; all returns are counted from it.
import { cents } from './money.ts'

/** Ten grand. */
export const startingCash = cents(1_000_000)
