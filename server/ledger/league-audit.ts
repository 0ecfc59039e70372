// Compares the portfolios of leagues and lessons with the members, the times and the final boards of their leagues.
import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { hasTable } from '../db/migrate.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { endsAtSql, startsAtSql } from './contest-times.ts'

const dollars = (cents: string): string =>
  `'$' || to_char(${cents} / 100.0, 'FM999,999,999,990.00')`

/**
 * A subquery: `portfolio_id` and its differences as sentences, only for portfolios in leagues and lessons. Between the
 * end and the final board, an open portfolio is none. The two times are those of the contest `c` in market time.
 */
const leagueDifferences = (startsAt: string, endsAt: string): string => `(
  select p.id as portfolio_id, array_remove(array[
      case when m.account_id is null then 'no member of its league has it' end,
      case when c.settled_at is not null and p.closed_at is null
        then 'it is open, and its league has a final board' end,
      case when ${msOf('p.closed_at')} > times.ends_at then 'it was closed after the end of its league' end,
      'trade ' || outside.first || ' is not between the start and the end of its league',
      case when c.settled_at is not null and coalesce(m.left_at, m.removed_at) is null and f.value_cents is null
        then 'it is missing on the final board of its league' end,
      case when f.value_cents <> p.final_cents then 'the final value is ' || ${dollars('p.final_cents')}
        || ', the final board says ' || ${dollars('f.value_cents')} end,
      case when g.id is not null and c.kind <> 'lesson' then 'a guest has it, outside a lesson' end,
      case when g.id is not null and m.name is null and m.removed_at is null then 'its guest has no name' end,
      case when g.id is null and m.name is not null then 'its member has an account and the name of a guest' end
    ], null) as differences
  from portfolio p join contest c on c.id = p.contest_id
  left join membership m
    on m.portfolio_id = p.id and m.account_id = p.account_id and m.contest_id = p.contest_id
  left join account g on g.id = p.account_id and g.issuer = '${guestIssuer}'
  left join final_place f on f.contest_id = p.contest_id and f.account_id = p.account_id
  -- Without the offset, the times would be computed for every trade.
  cross join lateral (select ${startsAt} as starts_at, ${endsAt} as ends_at offset 0) times
  cross join lateral (
    select min(id) as first from trade
    where portfolio_id = p.id and type <> 'SPLIT'
      and (${msOf('at')} < times.starts_at or ${msOf('at')} >= times.ends_at)
  ) outside
  where p.contest_id <> 1 and c.kind <> 'open'
)`

/** A database that this version has not migrated yet may have no leagues, or no lessons. */
export async function leagueDifferencesIn(tx: Tx): Promise<string> {
  if (!(await hasTable(tx, 'membership')))
    return '(select null::bigint as portfolio_id, null::text[] as differences)'
  return (await hasTable(tx, 'contest_pause'))
    ? leagueDifferences(startsAtSql, endsAtSql)
    : leagueDifferences(msOf('c.starts_at'), msOf('c.ends_at'))
}
