// Bars as they were last read from the database, kept until they change there.
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../../db/handle.ts'
import type { PricePoint } from '../market.ts'
import type { Step } from '../providers/provider.ts'
import { readBars, readBarVersions } from '../store.ts'

interface Kept {
  readonly version: string | undefined
  readonly from: number
  readonly points: readonly PricePoint[]
}

export function createBarCache(db: Tx) {
  let versions: ReadonlyMap<string, string> = new Map()
  const kept = new Map<string, Kept>()
  return {
    /** To be called when something may have changed. */
    look: async (): Promise<void> => {
      versions = await readBarVersions(db)
    },
    /** Whether the source was ever asked for them. */
    isFilled: (ticker: Ticker, step: Step): boolean => versions.has(`${ticker} ${step}`),
    read: async (ticker: Ticker, step: Step, from: number): Promise<readonly PricePoint[]> => {
      const key = `${ticker} ${step}`
      const known = kept.get(key)
      // Taken before the bars are read: what changes meanwhile is read once more, never missed.
      const version = versions.get(key)
      if (known !== undefined && known.version === version && known.from <= from) {
        return known.points.filter(({ at }) => at >= from)
      }
      const points = await readBars(db, { ticker, step, from })
      if (version !== undefined) kept.set(key, { version, from, points })
      return points
    },
  }
}
