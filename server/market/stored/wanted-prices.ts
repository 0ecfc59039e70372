// Tells all nodes which prices the orders of this one wait for, and knows the same of the others: whichever node asks the
// provider, now or after the next change of it, knows what for.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Ticker } from '@tengrand/core/tickers.ts'

import { startJob } from '../../jobs.ts'
import type { OnRun } from '../../metrics/metrics.ts'
import type { WantedPrice } from './notifications.ts'

/** However many orders come: one message for all of them. */
const restMs = 100
/** Again while they wait, in case a message was lost or another node asks the provider now. */
const againEveryMs = 1_000
/** A node that has said nothing for so long is gone. */
const forgottenAfterMs = 3_000

export interface WantedPricesPublisher {
  /** What this node waits for may have changed. */
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
  /** No order waits for these any more, unless a node publishes them again. */
  remove(tickers: readonly Ticker[]): void
  /** Of all nodes together, those that have waited longest first. */
  wants(): WantedPrice[]
}

export function createWantedPrices(): WantedPrices {
  const heard = new Map<string, { wants: readonly WantedPrice[]; forget: NodeJS.Timeout }>()
  return {
    replace: (node, wants) => {
      clearTimeout(heard.get(node)?.forget)
      heard.delete(node)
      if (wants.length === 0) return
      const forget = setTimeout(() => heard.delete(node), forgottenAfterMs).unref()
      heard.set(node, { wants, forget })
    },
    remove: (tickers) => {
      for (const entry of heard.values()) {
        entry.wants = entry.wants.filter(({ ticker }) => !tickers.includes(ticker))
      }
    },
    wants: () => {
      const together = new Map<Ticker, WantedPrice>()
      for (const { ticker, since, newest } of [...heard.values()].flatMap(({ wants }) => wants)) {
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
