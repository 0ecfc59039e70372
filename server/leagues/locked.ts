// Work on a league that is locked, so that its rules, members and end change one after the other.
import { ClockBehind } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import type { Refused } from '../http/route.ts'
import type { Decided, MarketOf } from '../market/markets.ts'
import { findLeague, leagueOnWire, lockContest, notOwner, type OwnLeague } from './store.ts'

export interface LockDeps {
  readonly db: Db
  readonly marketOf: MarketOf
  /** Called after the work, unless it was refused. */
  readonly onChange?: (contestId: number) => void
}

/** Call it before the locks, and the result after them: it reads the instant of the decision. */
export async function decidingIn({ marketOf }: Pick<LockDeps, 'marketOf'>, contestId: number) {
  const decide = (await marketOf({ contestId })).deciding()
  return async (tx: Tx): Promise<Decided> => {
    const decided = await decide(tx)
    if (decided === null) throw new ClockBehind('The database is behind what was shown.')
    return decided
  }
}

export type Work<Done> = (
  tx: Tx,
  league: OwnLeague,
  decide: () => Promise<Decided>,
) => Promise<Done | Refused>

/** Works on a league that the caller is in. */
export async function onLeague<Done extends object | null>(
  { db, marketOf, onChange }: LockDeps,
  { id, accountId, publicId }: OwnLeague,
  work: Work<Done>,
): Promise<Done | Refused> {
  const decide = await decidingIn({ marketOf }, id)
  const done = await db.transaction(async (tx) => {
    await lockContest(tx, id)
    const league = await findLeague(tx, accountId, publicId)
    return 'refusal' in league ? league : work(tx, league, () => decide(tx))
  })
  if (done === null || !('refusal' in done)) onChange?.(id)
  return done
}

/** Works on a league that the caller owns. */
export const onOwnLeague = <Done extends object | null>(
  deps: LockDeps,
  known: OwnLeague,
  work: Work<Done>,
): Promise<Done | Refused> =>
  onLeague(deps, known, async (tx, league, decide) =>
    league.ownerId === league.accountId ? work(tx, league, decide) : notOwner,
  )

/** The same, and answers with what the league is then. */
export async function changeOwnLeague(deps: LockDeps, known: OwnLeague, work: Work<null>) {
  const changed = await onOwnLeague(
    deps,
    known,
    async (tx, league, decide) =>
      (await work(tx, league, decide)) ?? findLeague(tx, league.accountId, league.publicId),
  )
  return 'refusal' in changed ? changed : leagueOnWire(deps, changed)
}

/** In the order of ids, as orders lock them: an order in progress is executed first, and counts. */
export const lockPortfoliosIn = (
  tx: Tx,
  contestId: number,
): Promise<{ id: number; accountId: number; hasTraded: boolean; lastTradeAt: Date | null }[]> =>
  tx.query(
    `select id, account_id as "accountId", first_trade_at is not null as "hasTraded", last_trade_at as "lastTradeAt"
     from portfolio where contest_id = $1 order by id for update`,
    [contestId],
  )
