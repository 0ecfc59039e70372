// Opens the configured market.
import { dayOf } from '@tengrand/core/day.ts'

import type { Clock } from '../clock.ts'
import type { Db } from '../db/handle.ts'
import { noMetrics, type Metrics } from '../metrics/metrics.ts'
import type { MarketConfig } from './config.ts'
import { claimMarket, firstAnnouncedDay } from './installation.ts'
import type { Market } from './market.ts'
import { alpaca } from './providers/alpaca.ts'
import type { Log } from './providers/provider.ts'
import { yahoo } from './providers/yahoo.ts'
import { openSimulatedMarket, type SimulatedMarketOptions } from './simulated/open.ts'
import { openStoredMarket } from './stored/market.ts'

export interface MarketDeps extends Pick<SimulatedMarketOptions, 'simulate'> {
  readonly config: MarketConfig
  readonly db: Db
  readonly clock: Clock
  readonly random: () => number
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'task' | 'upstream'>
}

export async function openMarket(deps: MarketDeps): Promise<Market> {
  const { config, db, clock, metrics = noMetrics } = deps
  const seed = await claimMarket(db, config)
  if (config.source === 'simulated')
    return openSimulatedMarket({
      ...deps,
      ...seed,
      hours: config.hours,
      announcedFrom: await firstAnnouncedDay(db, dayOf(clock.now())),
      now: clock.shownAt,
    })
  const context = { ...deps, now: clock.now, onCall: metrics.upstream(config.source) }
  const provider =
    config.source === 'alpaca'
      ? alpaca({ ...context, ...config })
      : yahoo({ ...context, ...config })
  return openStoredMarket({ ...context, provider })
}
