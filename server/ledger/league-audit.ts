// Compares the portfolios of leagues with the members, the times and the final boards of their leagues.
import type { Tx } from '../db/handle.ts'
import { hasTable } from '../db/migrate.ts'

const dollars = (cents: string): string =>
  `'$' || to_char(${cents} / 100.0, 'FM999,999,999,990.00')`

/**
 * A subquery: `portfolio_id` and its differences as sentences, only for portfolios in leagues. Between the end and the
 * final board, an open portfolio is none.
 */
const leagueDifferences = `(
  select p.id as portfolio_id, array_remove(array[
      case when m.account_id is null then 'no member of its league has it' end,
      case when c.settled_at is not null and p.closed_at is null
        then 'it is open, and its league has a final board' end,
      case when p.closed_at > c.ends_at then 'it was closed after the end of its league' end,
      'trade ' || outside.first || ' is not between the start and the end of its league',
      case when c.settled_at is not null and coalesce(m.left_at, m.removed_at) is null and f.value_cents is null
        then 'it is missing on the final board of its league' end,
      case when f.value_cents <> p.final_cents then 'the final value is ' || ${dollars('p.final_cents')}
        || ', the final board says ' || ${dollars('f.value_cents')} end
    ], null) as differences
  from portfolio p join contest c on c.id = p.contest_id
  left join membership m
    on m.portfolio_id = p.id and m.account_id = p.account_id and m.contest_id = p.contest_id
  left join final_place f on f.contest_id = p.contest_id and f.account_id = p.account_id
  cross join lateral (
    select min(id) as first from trade
    where portfolio_id = p.id and type <> 'SPLIT' and (at < c.starts_at or at >= c.ends_at)
  ) outside
  where p.contest_id <> 1 and c.kind = 'league'
)`

/** A database that this version has not migrated yet may have no leagues. */
export async function leagueDifferencesIn(tx: Tx): Promise<string> {
  return (await hasTable(tx, 'membership'))
    ? leagueDifferences
    : '(select null::bigint as portfolio_id, null::text[] as differences)'
}
