// Compares the portfolios of leagues with the members, the times and the final boards of their leagues.
import { cents, formatMoney } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { hasTable } from '../db/migrate.ts'

/** What a portfolio in a league is compared with. */
export interface LeagueFacts {
  readonly isOfMember: boolean
  /** A member who has neither left nor been removed. */
  readonly isOnBoard: boolean
  readonly isOpen: boolean
  readonly isClosedLate: boolean
  /** Whether the final board is stored. */
  readonly isSettled: boolean
  /** How many trades are before the start or not before the end, and the id of the first of them. */
  readonly outside: number
  readonly firstOutside: number | null
  /** In cents; null without one. */
  readonly finalValue: number | null
  readonly boardValue: number | null
}

/** A subquery: `portfolio_id` and its `facts`, only for portfolios in leagues. */
const leagueFacts = `(
  select p.id as portfolio_id, json_build_object(
      'isOfMember', m.account_id is not null,
      'isOnBoard', m.account_id is not null and coalesce(m.left_at, m.removed_at) is null,
      'isOpen', p.closed_at is null,
      'isClosedLate', coalesce(p.closed_at > c.ends_at, false),
      'isSettled', c.settled_at is not null,
      'outside', outside.count, 'firstOutside', outside.first,
      'finalValue', p.final_cents, 'boardValue', f.value_cents
    ) as facts
  from portfolio p join contest c on c.id = p.contest_id
  left join membership m
    on m.portfolio_id = p.id and m.account_id = p.account_id and m.contest_id = p.contest_id
  left join final_place f on f.contest_id = p.contest_id and f.account_id = p.account_id
  cross join lateral (
    select count(*) as count, min(id) as first from trade
    where portfolio_id = p.id and type <> 'SPLIT' and (at < c.starts_at or at >= c.ends_at)
  ) outside
  where p.contest_id <> 1 and c.kind = 'league'
)`

/** A database that this version has not migrated yet may have no leagues. */
export async function leagueFactsIn(tx: Tx): Promise<string> {
  return (await hasTable(tx, 'membership'))
    ? leagueFacts
    : '(select null::bigint as portfolio_id, null::json as facts)'
}

/** One sentence for each difference. Between the end and the final board, open portfolios are none. */
export function leagueDifferences(facts: LeagueFacts | null): string[] {
  if (facts === null) return []
  const { isOfMember, isOnBoard, isOpen, isClosedLate, isSettled, finalValue, boardValue } = facts
  const isMissing = isSettled && isOnBoard && boardValue === null
  const isOther = boardValue !== null && !isOpen && boardValue !== finalValue
  return [
    ...(isOfMember ? [] : ['no member of its league has it']),
    ...(isSettled && isOpen ? ['it is open, and its league has a final board'] : []),
    ...(isClosedLate ? ['it was closed after the end of its league'] : []),
    ...outsideDifference(facts),
    ...(isMissing ? ['it is missing on the final board of its league'] : []),
    ...(isOther
      ? [`the final value is ${moneyOf(finalValue)}, the final board says ${moneyOf(boardValue)}`]
      : []),
  ]
}

const moneyOf = (value: number | null): string =>
  value === null ? 'nothing' : formatMoney(cents(value))

function outsideDifference({ outside, firstOutside }: LeagueFacts): string[] {
  const end = 'not between the start and the end of its league'
  if (outside === 0) return []
  return outside === 1
    ? [`trade ${firstOutside} is ${end}`]
    : [`${outside} trades from trade ${firstOutside} on are ${end}`]
}
