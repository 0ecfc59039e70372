// The metrics as Prometheus reads them: the only file that counts, beside the definitions.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { Registry, type Gauge } from 'prom-client'

import manifest from '../package.json' with { type: 'json' }
import { defineMetrics, type Defined } from './definitions.ts'
import type { Metrics, Sources, Totals } from './metrics.ts'

export interface PrometheusMetrics {
  readonly metrics: Metrics
  readonly contentType: string
  /** Everything of this moment, in the text format of Prometheus. */
  readonly text: () => Promise<string>
}

/** Prometheus gives up after ten seconds; a database that does not answer must not hide all the rest. */
const totalsWithinMs = 2_000

export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry()
  const defined = defineMetrics(registry)
  // Not the library's own set, which is told of every garbage collection and of much that nobody asks for.
  const tellProcess = watchProcess(defined)
  defined.build.set({ version: manifest.version, node: process.version }, 1)
  const sources: Partial<Sources> = {}
  return {
    metrics: { ...countersOf(defined), watch: (given) => void Object.assign(sources, given) },
    contentType: registry.contentType,
    text: async () => {
      tellProcess()
      lookUp(defined, sources)
      tellTotals(defined, await totalsOf(sources))
      return registry.metrics()
    },
  }
}

function countersOf(defined: Defined): Omit<Metrics, 'watch'> {
  const { requests, duration, orders, batchOrders, batchWait, upstream, tasks } = defined
  // A rate over a counter that was not there before its first failure would miss that failure.
  for (const outcome of ['executed', 'busy', 'unavailable']) orders.inc({ outcome }, 0)
  return {
    isOn: true,
    onRequest: (call, status, seconds) => {
      requests.inc({ call, status })
      if (seconds !== null) duration.observe({ call }, seconds)
    },
    onOutcome: (outcome) => orders.inc({ outcome }),
    onBatch: (size, waitedMs) => {
      batchOrders.observe(size)
      batchWait.observe(waitedMs / 1000)
    },
    upstream: (provider) => {
      for (const result of ['answered', 'refused', 'failed']) upstream.inc({ provider, result }, 0)
      return (result) => upstream.inc({ provider, result })
    },
    task: (task) => {
      const [done, failed] = ['done', 'failed'].map((result) => tasks.labels({ task, result }))
      done?.inc(0)
      failed?.inc(0)
      return (isDone) => (isDone ? done : failed)?.inc()
    },
  }
}

/** What cannot be told now is missing rather than old. */
function lookUp(defined: Defined, sources: Partial<Sources>): void {
  const { queue, streams, marketOpen, priceAge, connections, poolWaiting } = defined
  tell(queue, sources.queuedOrders)
  tell(streams, sources.openStreams)
  tell(marketOpen, sources.isMarketOpen && (() => Number(sources.isMarketOpen?.())))
  priceAge.reset()
  for (const [ticker, age] of attempt(sources.priceAges) ?? []) priceAge.set({ ticker }, age)
  for (const [pool, read] of [
    ['shared', sources.sharedPool],
    ['orders', sources.orderPool],
  ] as const) {
    const usage = attempt(read)
    if (usage === null) continue
    connections.set({ pool, state: 'busy' }, usage.busy)
    connections.set({ pool, state: 'idle' }, usage.idle)
    poolWaiting.set({ pool }, usage.waiting)
  }
}

function tell(gauge: Gauge, read: (() => number) | undefined): void {
  const value = attempt(read)
  if (value === null) gauge.remove()
  else gauge.set(value)
}

/** A clock that was set back, for one, keeps prices from being shown. */
function attempt<T>(read: (() => T) | undefined): T | null {
  try {
    return read?.() ?? null
  } catch {
    return null
  }
}

async function totalsOf({ totals }: Partial<Sources>): Promise<Totals | null> {
  const late = sleep(totalsWithinMs, null, { ref: false })
  return Promise.race([totals?.() ?? null, late]).catch(() => null)
}

function tellTotals(defined: Defined, totals: Totals | null): void {
  const { accounts, trades, messages, oldestMessage } = defined
  tell(accounts, totals ? () => totals.accounts : undefined)
  tell(trades, totals ? () => totals.trades : undefined)
  tell(messages, totals ? () => totals.messages : undefined)
  tell(oldestMessage, totals ? () => totals.oldestMessageSeconds : undefined)
}

/** Every timer wakes the process; delays that people feel are longer than this. */
const precisionMs = 20

/**
 * What the process itself takes: the delay of its event loop, memory, and time of the processor. Returns what tells it
 * all, of the time since it was last told.
 */
function watchProcess({ loopDelay, memory, processor }: Defined): () => void {
  const delay = monitorEventLoopDelay({ resolution: precisionMs })
  delay.enable()
  let spent = 0
  return () => {
    for (const percent of [50, 99, 100]) {
      const seconds = delay.percentile(percent) / 1e9
      // The wait that it asked for is no delay.
      loopDelay.set({ quantile: percent / 100 }, Math.max(0, seconds - precisionMs / 1000))
    }
    delay.reset()
    memory.set(process.memoryUsage.rss())
    const { user, system } = process.cpuUsage()
    processor.inc((user + system - spent) / 1e6)
    spent = user + system
  }
}
