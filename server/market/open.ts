// Opens the configured market.
import type { Clock } from '../clock.ts'
import type { Db } from '../db/handle.ts'
import { noMetrics, type Metrics } from '../metrics/metrics.ts'
import type { MarketConfig } from './config.ts'
import { claimMarket } from './installation.ts'
import type { Market } from './market.ts'
import { alpaca } from './providers/alpaca.ts'
import type { Log, Provider } from './providers/provider.ts'
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

export async function openMarket(given: MarketDeps): Promise<Market> {
  const { config, db, clock } = given
  const deps = { ...given, now: clock.now }
  const secret = await claimMarket(db, config)
  if (config.source === 'simulated')
    return openSimulatedMarket({ ...given, secret, hours: config.hours, now: clock.shownAt })
  return openStoredMarket({ ...deps, provider: providerOf(config, deps) })
}

const providerOf = (
  config: Exclude<MarketConfig, { source: 'simulated' }>,
  deps: MarketDeps & { readonly now: () => number },
): Provider => {
  const onCall = (deps.metrics ?? noMetrics).upstream(config.source)
  return config.source === 'alpaca'
    ? alpaca({ ...deps, ...config, onCall })
    : yahoo({ ...deps, ...config, onCall })
}
