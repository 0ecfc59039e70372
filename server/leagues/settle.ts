// Stores the final board of a league once all its portfolios are closed.
import { storeEndPrices, type ContestEndDeps } from '../ledger/contest-end.ts'
import { applyNewSplits, readMarketValue, readMomentPrices, storeFinal } from './standings.ts'
import { leagueColumns, type League } from './store.ts'

/** Does nothing while a portfolio is open. The contest is locked: nobody joins, leaves or deletes it meanwhile. */
export async function settle(
  deps: ContestEndDeps & { readonly now: () => number },
  contestId: number,
): Promise<void> {
  // Before the lock on the contest, because it is a transaction of its own.
  await storeEndPrices(deps, contestId)
  await deps.db.transaction(async (tx) => {
    await tx.query('select from contest where id = $1 for no key update', [contestId])
    const [league] = await tx.query<League>(
      `select ${leagueColumns} from contest c
       where id = $1 and settled_at is null and closing_prices is not null
         and not exists (select from portfolio where contest_id = c.id and closed_at is null)`,
      [contestId],
    )
    if (league === undefined) return
    // A split that is recorded between the statements would change some of the prices.
    await tx.query('lock table split in share mode')
    await applyNewSplits(tx, contestId, deps.log)
    const prices = await readMomentPrices(tx, 'closing', league)
    await storeFinal(tx, league, prices)
    await tx.query('update contest set settled_at = $2, market_cents = $3 where id = $1', [
      contestId,
      new Date(deps.now()),
      await readMarketValue(tx, league, prices),
    ])
  })
}
