// Publishes the prices that this node's orders wait for, and collects those of all nodes, so that any node can take
// over the requests to the provider.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Ticker } from '@tengrand/core/tickers.ts'

import { startJob } from '../../jobs.ts'
import type { OnRun } from '../../metrics/metrics.ts'
import type { WantedPrice } from './notifications.ts'

/** Combines the orders within this time into one notification. */
const restMs = 100
/** Repeated while orders wait, in case a notification was lost or another node leads now. */
const againEveryMs = 1_000
/** A node without a notification for this long is considered gone. */
const forgottenAfterMs = 3_000

export function publishWantedPrices(
  wants: () => readonly WantedPrice[],
  publish: (node: string, wants: readonly WantedPrice[]) => Promise<unknown>,
  onFailure: (error: unknown) => void,
  onRun?: OnRun,
) {
  const node = randomUUID()
  let published = 0
  const job = startJob({
    run: async (signal) => {
      const wanted = wants()
      if (wanted.length === 0 && published === 0) return
      published = wanted.length
      await publish(node, wanted)
      await sleep(restMs, undefined, { ref: false, signal })
    },
    pauseMs: againEveryMs,
    onFailure,
    onRun,
  })
  return {
    /** Called when the wanted prices of this node may have changed. */
    publishSoon: (): void => job.runWithin(0),
    close: (): void => void job.stop(),
  }
}

export type WantedPrices = ReturnType<typeof createWantedPrices>

export function createWantedPrices() {
  const byNode = new Map<string, { wants: readonly WantedPrice[]; forget: NodeJS.Timeout }>()
  return {
    replace: (node: string, wants: readonly WantedPrice[]): void => {
      clearTimeout(byNode.get(node)?.forget)
      byNode.delete(node)
      if (wants.length === 0) return
      const forget = setTimeout(() => byNode.delete(node), forgottenAfterMs).unref()
      byNode.set(node, { wants, forget })
    },
    /** Removes these stocks until a node publishes them again. */
    remove: (tickers: readonly Ticker[]): void => {
      for (const entry of byNode.values()) {
        entry.wants = entry.wants.filter(({ ticker }) => !tickers.includes(ticker))
      }
    },
    /** The wanted prices of all nodes, the longest waiting first. */
    wants: (): WantedPrice[] =>
      mergeWants([...byNode.values()].flatMap(({ wants }) => wants)).toSorted(
        (a, b) => a.since - b.since,
      ),
  }
}

/** Merges the wanted prices into one entry for each stock. */
export function mergeWants(wants: readonly WantedPrice[]): WantedPrice[] {
  const merged = new Map<Ticker, WantedPrice>()
  for (const want of wants) {
    const { ticker, since, newest } = merged.get(want.ticker) ?? want
    merged.set(ticker, {
      ticker,
      since: Math.min(since, want.since),
      newest: Math.max(newest, want.newest),
    })
  }
  return [...merged.values()]
}
