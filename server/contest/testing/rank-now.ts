// Makes rankings in tests whose server also makes rankings by itself.
import { rankWhenDue, type RankingDeps } from '../rank.ts'

/** Makes a ranking unless the server was faster; returns the number of accounts in the latest one. */
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
