// Tells all nodes which prices the orders of this one wait for, and knows the same of the others: whichever node asks the
// provider, now or after the next change of it, knows what for.
import { randomUUID } from 'node:crypto'

import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Want } from './words.ts'

/** However many orders come: one word for all of them. */
const restMs = 100
/** Again while they wait, in case a word was lost or another node asks the provider now. */
const againEveryMs = 1_000
/** A node that has said nothing for so long is gone. */
const forgottenAfterMs = 3_000

export interface WantTeller {
  /** What this node waits for may have changed. */
  tellSoon(): void
  close(): void
}

export function createWantTeller(
  wants: () => readonly Want[],
  tell: (node: string, wants: readonly Want[]) => Promise<unknown>,
): WantTeller {
  const node = randomUUID()
  let told = 0
  let rest: NodeJS.Timeout | undefined
  let isOwed = false
  const tellNow = async (): Promise<void> => {
    const open = wants()
    if (open.length === 0 && told === 0) return
    told = open.length
    await tell(node, open)
  }
  const tellSoon = (): void => {
    if (rest !== undefined) {
      isOwed = true
      return
    }
    rest = setTimeout(() => {
      rest = undefined
      if (isOwed) tellSoon()
    }, restMs).unref()
    isOwed = false
    void tellNow()
  }
  const again = setInterval(tellSoon, againEveryMs).unref()
  return {
    tellSoon,
    close: () => {
      clearInterval(again)
      clearTimeout(rest)
    },
  }
}

export interface WantBoard {
  hear(node: string, wants: readonly Want[]): void
  /** Nobody waits for these any more, unless it is said again. */
  strike(tickers: readonly Ticker[]): void
  /** Of all nodes together, whoever has waited longest first. */
  wants(): Want[]
}

export function createWantBoard(): WantBoard {
  const heard = new Map<string, { wants: readonly Want[]; forget: NodeJS.Timeout }>()
  return {
    hear: (node, wants) => {
      clearTimeout(heard.get(node)?.forget)
      heard.delete(node)
      if (wants.length === 0) return
      const forget = setTimeout(() => heard.delete(node), forgottenAfterMs).unref()
      heard.set(node, { wants, forget })
    },
    strike: (tickers) => {
      for (const entry of heard.values()) {
        entry.wants = entry.wants.filter(({ ticker }) => !tickers.includes(ticker))
      }
    },
    wants: () => {
      const together = new Map<Ticker, Want>()
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
