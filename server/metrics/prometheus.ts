// Implements the metrics with prom-client: counts events, and reads the sources of gauges when Prometheus scrapes.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { Registry, type Gauge } from 'prom-client'

import manifest from '../package.json' with { type: 'json' }
import { defineMetrics, type Defined } from './definitions.ts'
import type { Metrics, Sources, Totals } from './metrics.ts'

/** Prometheus gives up after ten seconds; a slow database must not fail the whole scrape. */
const totalsWithinMs = 2_000

export type PrometheusMetrics = ReturnType<typeof createPrometheusMetrics>

export function createPrometheusMetrics() {
  const registry = new Registry()
  const defined = defineMetrics(registry)
  // Instead of collectDefaultMetrics, which observes every garbage collection.
  const setProcess = watchProcess(defined)
  defined.build.set({ version: manifest.version, node: process.version }, 1)
  const sources: Partial<Sources> = {}
  const watch: Metrics['watch'] = (given) => void Object.assign(sources, given)
  return {
    metrics: { ...countersOf(defined), watch },
    contentType: registry.contentType,
    /** The text format of Prometheus. */
    text: async (): Promise<string> => {
      setProcess()
      setGauges(defined, sources, await totalsOf(sources))
      return registry.metrics()
    },
  }
}

function countersOf(defined: Defined): Omit<Metrics, 'watch'> {
  const { requests, duration, orders, batchOrders, batchWait, tickDelay, upstream, tasks } = defined
  // A rate over a counter that first appears with a failure would miss that failure.
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
    onTick: (delayMs) => tickDelay.observe(delayMs / 1000),
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

function setGauges(defined: Defined, sources: Partial<Sources>, totals: Totals | null): void {
  const { priceAge, connections, poolWaiting } = defined
  set(defined.queue, attempt(sources.queuedOrders))
  set(defined.streams, attempt(sources.openStreams))
  set(defined.marketOpen, attempt(sources.isMarketOpen))
  set(defined.accounts, totals?.accounts)
  set(defined.trades, totals?.trades)
  set(defined.openLeagues, totals?.openLeagues)
  set(defined.leagueMembers, totals?.leagueMembers)
  set(defined.runningLessons, totals?.runningLessons)
  set(defined.messages, totals?.messages)
  set(defined.oldestMessage, totals?.oldestMessageSeconds)
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

/** An unknown value is removed, so that no old one is scraped. */
function set(gauge: Gauge, value: number | boolean | null | undefined): void {
  if (value === null || value === undefined) gauge.remove()
  else gauge.set(Number(value))
}

/** A source may throw: prices, for example, while the clock is set back. */
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

/** Coarse, because every timer wakes the process, and noticeable delays are longer. */
const precisionMs = 20

/** Returns a function that sets event loop delay, memory and CPU time; the delay is that since the last scrape. */
function watchProcess({ loopDelay, memory, processor }: Defined): () => void {
  const delay = monitorEventLoopDelay({ resolution: precisionMs })
  delay.enable()
  let spent = 0
  return () => {
    for (const percent of [50, 99, 100]) {
      const seconds = delay.percentile(percent) / 1e9
      // Subtracts the interval of the monitor itself.
      loopDelay.set({ quantile: percent / 100 }, Math.max(0, seconds - precisionMs / 1000))
    }
    delay.reset()
    memory.set(process.memoryUsage.rss())
    const { user, system } = process.cpuUsage()
    processor.inc((user + system - spent) / 1e6)
    spent = user + system
  }
}
