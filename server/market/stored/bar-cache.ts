// Caches the bars from the database until their stored version changes.
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../../db/handle.ts'
import type { PricePoint } from '../market.ts'
import type { Step } from '../providers/provider.ts'
import { readBars, readBarVersions } from '../store.ts'

interface CachedBars {
  readonly version: string
  readonly from: number
  readonly points: readonly PricePoint[]
}

export function createBarCache(db: Tx) {
  let versions: ReadonlyMap<string, string> = new Map()
  const cached = new Map<string, CachedBars>()
  return {
    /** Reads the versions; entries with another version are stale from then on. */
    readVersions: async (): Promise<void> => {
      versions = await readBarVersions(db)
    },
    /** Whether the provider has ever answered for these bars. */
    isFilled: (ticker: Ticker, step: Step): boolean => versions.has(`${ticker} ${step}`),
    read: async (ticker: Ticker, step: Step, from: number): Promise<readonly PricePoint[]> => {
      const key = `${ticker} ${step}`
      const known = cached.get(key)
      // Read before the bars: a change in between causes one more read, and is never missed.
      const version = versions.get(key)
      if (known !== undefined && known.version === version && known.from <= from) {
        return known.points.filter(({ at }) => at >= from)
      }
      const points = await readBars(db, { ticker, step, from })
      if (version !== undefined) cached.set(key, { version, from, points })
      return points
    },
  }
}
