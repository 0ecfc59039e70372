// Records which market the installation uses, and refuses another one once trades were made.
import { createHmac, randomBytes } from 'node:crypto'

import { addDays, asDay, type Day } from '@tengrand/core/day.ts'

import type { Db, Tx } from '../db/handle.ts'
import { StartProblem } from '../errors.ts'
import type { MarketConfig } from './config.ts'
import type { SimulationVersion } from './simulated/dice.ts'

interface Installation {
  readonly source: string | null
  readonly fingerprint: string | null
  readonly secret: Buffer | null
  /** Of the price function of a simulated market. */
  readonly version: SimulationVersion
}

/** Records the market, or refuses another one; returns what the prices of the simulated market follow from. */
export function claimMarket(
  db: Db,
  config: MarketConfig,
): Promise<{ readonly secret: Uint8Array; readonly version: SimulationVersion }> {
  return db.transaction(async (tx) => {
    const [recorded] = await tx.query<Installation>(
      `select market_source as source, market_fingerprint as fingerprint, market_secret as secret, version
       from installation join market on market.id = 1 for update of installation`,
    )
    if (recorded === undefined) throw new Error('An installation has a row, and so has its market.')
    const ownSecret = recorded.secret ?? randomBytes(32)
    const secret =
      config.source === 'simulated' && config.secret !== null
        ? Buffer.from(config.secret)
        : ownSecret
    const fingerprint = fingerprintOf(config, secret)
    const isOther =
      (recorded.source ?? config.source) !== config.source ||
      (recorded.fingerprint ?? fingerprint) !== fingerprint
    if (isOther) await deletePrices(tx, recorded.source ?? '')
    await tx.query(
      'update installation set market_source = $1, market_fingerprint = $2, market_secret = $3',
      [config.source, fingerprint, ownSecret],
    )
    return { secret, version: recorded.version }
  })
}

/** The days between the first start of a version that announces reports and the first report that it announces. */
const daysToAnnounce = 14

/**
 * The first day whose reports are announced. It is stored by the first start and never changes. Prices before it are
 * those of earlier versions, which nodes that are still to be updated compute too.
 */
export async function firstAnnouncedDay(db: Db, today: Day): Promise<Day> {
  const [kept] = await db.query<{ day: string }>(
    `update installation set market_announced_from = coalesce(market_announced_from, $1)
     returning market_announced_from as day`,
    [addDays(today, daysToAnnounce)],
  )
  if (!kept) throw new Error('An installation has a row.')
  return asDay(kept.day)
}

/** Identifies a secret without revealing it. */
const fingerprintOf = (config: MarketConfig, secret: Uint8Array): string =>
  config.source === 'simulated'
    ? createHmac('sha256', secret).update(`market-sim/v1/fingerprint/${config.hours}`).digest('hex')
    : ''

/** The prices of one provider do not belong in the charts of another. */
async function deletePrices(tx: Tx, source: string): Promise<void> {
  if ((await tx.query('select from trade limit 1')).length > 0) {
    throw new StartProblem(
      `This database holds trades made on another market (MARKET=${source}). Start with the MARKET, MARKET_HOURS and MARKET_SECRET that it was made with, or use another database.`,
    )
  }
  for (const table of ['quote', 'bar', 'bar_span', 'split']) await tx.query(`delete from ${table}`)
}
