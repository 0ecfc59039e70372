// Reads what the export of an account contains about leagues: those that it owns, and where it is or was a member.
import type { Tx } from '../db/handle.ts'
import { dollarsOf } from './data-store.ts'

/** Newest first. */
export const readOwnedLeagues = (tx: Tx, accountId: number): Promise<object[]> =>
  tx.query(
    `select public_id as id, kind, name, created_at, ${dollarsOf('c.starting_cents')} as starting_cash, starts_at,
       ends_at, planned_ends_at, span, minutes, guests, generated_names, orders, holdings, code,
       case when is_door_open then 'open' else 'closed' end as door
     from contest c join market on market.id = market_id where owner_id = $1 order by c.id desc`,
    [accountId],
  )

/** Newest first, also those that ended. The rank and the value are of the final board. */
export const readMemberships = (tx: Tx, accountId: number): Promise<object[]> =>
  tx.query(
    `select c.public_id as league, c.name as league_name, m.joined_at, m.left_at, m.removed_at,
       m.name as guest_name, m.organiser_name, p.public_id as portfolio, f.rank as final_rank,
       ${dollarsOf('f.value_cents')} as final_value
     from membership m join contest c on c.id = m.contest_id left join portfolio p on p.id = m.portfolio_id
     left join final_place f on f.contest_id = m.contest_id and f.account_id = m.account_id
     where m.account_id = $1 order by c.id desc`,
    [accountId],
  )
