// The leaderboard as one node has it: the top ten are kept until there is another ranking, the names are always read.
import type { Db } from '../db/handle.ts'
import { readBoardFor, readTop, type BoardView, type Top } from './store.ts'

export interface Board {
  readonly look: (accountId: number) => Promise<{ readonly top: Top | null } & BoardView>
}

/** A new ranking comes once a day; more than one while somebody reads is more than bad luck. */
const triesMax = 3

export function openBoard(db: Db): Board {
  let kept: Top | null = null
  return {
    look: async (accountId) => {
      for (let tries = 0; tries < triesMax; tries += 1) {
        const top = kept
        const seen = await readBoardFor(db, { accountId, top })
        if (seen.latestId === (top?.rankingId ?? null)) return { top, ...seen }
        kept = await readTop(db)
      }
      throw new Error('The ranking changes faster than it can be read.')
    },
  }
}
