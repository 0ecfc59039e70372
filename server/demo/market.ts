// The market of the demo: its secret is known to everybody, so that everybody's demo has the same prices.
import type { Tx } from '../db.ts'
import { hasPeople } from './fill.ts'

/** One under which the years to come go up and down, but never as far down as up; found by trying some thousand. */
export const demoMarketSecret = 'a market for the demo world, no 2693'

/**
 * To be called before the market of a new database is opened. The database keeps it, so that the product needs no
 * setting to run on a demo. Where people are already, what is kept stays.
 */
export async function keepDemoSecret(tx: Tx): Promise<void> {
  if (await hasPeople(tx)) return
  await tx.query('update installation set market_secret = $1', [Buffer.from(demoMarketSecret)])
}
