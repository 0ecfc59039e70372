// The demo's market: its secret is public, so that every demo has the same prices.
import type { Tx } from '../db/handle.ts'
import { StartProblem } from '../errors.ts'

/** Found by trying some thousand secrets: with this one, prices of the coming years rise more than they fall. */
export const demoMarketSecret = 'a market for the demo world, no 2693'

const secret = Buffer.from(demoMarketSecret)

/** The same day for every demo, so that they also have the same prices after it. */
const announcedFrom = '2027-01-01'

/**
 * Stores the secret in a new database before its market is opened, so that the server runs on a demo without any
 * setting. Refuses a database with another secret.
 */
export async function storeDemoSecret(tx: Tx): Promise<void> {
  const written = await tx.query(
    `update installation set market_secret = $1, market_announced_from = $2
     where coalesce(market_secret, $1) = $1 returning 1`,
    [secret, announcedFrom],
  )
  if (written.length === 0) {
    throw new StartProblem(
      'This database is not of a demo: it has a market of its own. Set DATA_DIR to a folder for the demo alone.',
    )
  }
  // The secret was found with the first price function.
  await tx.query(`update market set version = 'market-sim/v1' where id = 1`)
}

/** Refuses a demo database in production. */
export async function refuseDemo(tx: Tx): Promise<void> {
  const found = await tx.query('select from installation where market_secret = $1', [secret])
  if (found.length === 0) return
  throw new StartProblem(
    'This database is one of a demo, where everybody can know the prices to come. In production set DATABASE_URL or DATA_DIR to another.',
  )
}
