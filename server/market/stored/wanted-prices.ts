// Publishes the prices that this node's orders wait for, and collects those of all nodes, so that every node can take over
// the requests to the provider.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Ticker } from '@tengrand/core/tickers.ts'

import { startJob } from '../../jobs.ts'
import type { OnRun } from '../../metrics/metrics.ts'
import type { WantedPrice } from './notifications.ts'

/** Groups the orders of this time into one notification. */
const restMs = 100
/** Repeated while orders wait, in case a notification was lost or another node leads now. */
const againEveryMs = 1_000
/** A node without a notification for this long is gone. */
const forgottenAfterMs = 3_000

export interface WantedPricesPublisher {
  /** Called when the wanted prices of this node may have changed. */
  publishSoon(): void
  close(): void
}

export function publishWantedPrices(
  wants: () => readonly WantedPrice[],
  publish: (node: string, wants: readonly WantedPrice[]) => Promise<unknown>,
  onFailure: (error: unknown) => void,
  onRun?: OnRun,
): WantedPricesPublisher {
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
  return { publishSoon: () => job.runWithin(0), close: () => void job.stop() }
}

export interface WantedPrices {
  replace(node: string, wants: readonly WantedPrice[]): void
  /** Removes these stocks until a node publishes them again. */
  remove(tickers: readonly Ticker[]): void
  /** Of all nodes together, the longest waiting first. */
  wants(): WantedPrice[]
}

export function createWantedPrices(): WantedPrices {
  const byNode = new Map<string, { wants: readonly WantedPrice[]; forget: NodeJS.Timeout }>()
  return {
    replace: (node, wants) => {
      clearTimeout(byNode.get(node)?.forget)
      byNode.delete(node)
      if (wants.length === 0) return
      const forget = setTimeout(() => byNode.delete(node), forgottenAfterMs).unref()
      byNode.set(node, { wants, forget })
    },
    remove: (tickers) => {
      for (const entry of byNode.values()) {
        entry.wants = entry.wants.filter(({ ticker }) => !tickers.includes(ticker))
      }
    },
    wants: () => {
      const together = new Map<Ticker, WantedPrice>()
      for (const { ticker, since, newest } of [...byNode.values()].flatMap(({ wants }) => wants)) {
        const known = together.get(ticker) ?? { since, newest }
        together.set(ticker, {
          ticker,
          since: Math.min(known.since, since),
          newest: Math.max(known.newest, newest),
        })
      }
      return [...together.values()].toSorted((a, b) => a.since - b.since)
    },
  }
}
