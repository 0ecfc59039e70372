// Rankings for tests in which the server makes some by itself.
import { rankWhenDue, type RankingDeps } from '../rank.ts'

/** Makes the ranking that is due, where the server itself was not faster; returns how many are in the latest. */
export async function rankNow(
  deps: Pick<RankingDeps, 'db' | 'market' | 'now' | 'verifiedOnly'>,
): Promise<number> {
  for (;;) {
    const { is } = await rankWhenDue({ contestId: 1, ...deps, log: { error: () => undefined } })
    if (is === 'without a price') throw new Error('There is no price to rank by.')
    if (is === 'not due') break
  }
  const [latest] = await deps.db.query<{ accounts: number }>(
    'select accounts from ranking order by id desc limit 1',
  )
  return latest?.accounts ?? 0
}
