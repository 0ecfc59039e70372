// Opens the market that the configuration asks for.
import type { Db } from '../db.ts'
import type { MarketConfig } from './config.ts'
import { claimMarket } from './installation.ts'
import type { Market } from './market.ts'
import { alpaca } from './providers/alpaca.ts'
import type { Log, Provider } from './providers/provider.ts'
import { yahoo } from './providers/yahoo.ts'
import { openSimulatedMarket } from './simulated-market.ts'
import { openStoredMarket } from './stored-market.ts'

export interface MarketDoors {
  readonly config: MarketConfig
  readonly db: Db
  readonly now: () => number
  readonly random: () => number
  readonly log: Log
}

export async function openMarket(doors: MarketDoors): Promise<Market> {
  const { config, db, now } = doors
  const secret = await claimMarket(db, config)
  if (config.source === 'simulated')
    return openSimulatedMarket({ secret, hours: config.hours, now })
  return openStoredMarket({ ...doors, provider: providerOf(config, doors) })
}

const providerOf = (
  config: Exclude<MarketConfig, { source: 'simulated' }>,
  doors: MarketDoors,
): Provider =>
  config.source === 'alpaca' ? alpaca({ ...doors, ...config }) : yahoo({ ...doors, ...config })
