// Which market this installation belongs to: recorded once, and never changed under trades that were made on it.
import { createHmac, randomBytes } from 'node:crypto'

import type { Db, Tx } from '../db/handle.ts'
import { StartProblem } from '../errors.ts'
import type { MarketConfig } from './config.ts'

/** Records the market, or refuses another one; returns the secret of the simulated market. */
export function claimMarket(db: Db, config: MarketConfig): Promise<Uint8Array> {
  return db.transaction(async (tx) => {
    const [recorded] = await tx.query<Recorded>(
      `select market_source as source, market_fingerprint as fingerprint, market_secret as secret
       from installation for update`,
    )
    const kept = recorded?.secret ?? randomBytes(32)
    const secret =
      config.source === 'simulated' && config.secret !== null ? Buffer.from(config.secret) : kept
    const fingerprint = fingerprintOf(config, secret)
    const isOther =
      (recorded?.source ?? config.source) !== config.source ||
      (recorded?.fingerprint ?? fingerprint) !== fingerprint
    if (isOther && (await hasTrades(tx))) throw refusal(recorded?.source ?? '')
    if (isOther) await forgetPrices(tx)
    await tx.query(
      'update installation set market_source = $1, market_fingerprint = $2, market_secret = $3',
      [config.source, fingerprint, kept],
    )
    return secret
  })
}

interface Recorded {
  readonly source: string | null
  readonly fingerprint: string | null
  readonly secret: Buffer | null
}

/** Says whether two secrets are the same without saying anything about either. */
const fingerprintOf = (config: MarketConfig, secret: Uint8Array): string =>
  config.source === 'simulated'
    ? createHmac('sha256', secret).update(`market-sim/v1/fingerprint/${config.hours}`).digest('hex')
    : ''

const hasTrades = async (tx: Tx): Promise<boolean> =>
  (await tx.query('select from trade limit 1')).length > 0

/** What one provider has told does not belong into the charts of another. */
async function forgetPrices(tx: Tx): Promise<void> {
  for (const table of ['quote', 'bar', 'bar_span', 'split']) await tx.query(`delete from ${table}`)
}

const refusal = (source: string): StartProblem =>
  new StartProblem(
    `This database holds trades made on another market (MARKET=${source}). Start with the MARKET, MARKET_HOURS and MARKET_SECRET that it was made with, or use another database.`,
  )
