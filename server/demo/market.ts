// The market of the demo: its secret is known to everybody, so that everybody's demo has the same prices.
import type { Tx } from '../db/handle.ts'
import { StartProblem } from '../errors.ts'

/** One under which the years to come go up and down, but never as far down as up; found by trying some thousand. */
export const demoMarketSecret = 'a market for the demo world, no 2693'

const kept = Buffer.from(demoMarketSecret)

/**
 * To be called before the market of a new database is opened. The database keeps it, so that the product needs no
 * setting to run on a demo. One that has another secret is in use, or will be, and its prices stay unknown.
 */
export async function keepDemoSecret(tx: Tx): Promise<void> {
  const written = await tx.query(
    'update installation set market_secret = $1 where coalesce(market_secret, $1) = $1 returning 1',
    [kept],
  )
  if (written.length > 0) return
  throw new StartProblem(
    'This database is not of a demo: it has a market of its own. Set DATA_DIR to a folder for the demo alone.',
  )
}

/** For the product in earnest. */
export async function refuseDemo(tx: Tx): Promise<void> {
  const found = await tx.query('select from installation where market_secret = $1', [kept])
  if (found.length === 0) return
  throw new StartProblem(
    'This database is one of a demo, where everybody can know the prices to come. In production set DATABASE_URL or DATA_DIR to another.',
  )
}
