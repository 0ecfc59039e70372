// Joins leagues by code. Wrong codes are counted, for each account and each address.
import type { Given } from '@tengrand/contract/call.ts'
import { organiserNameLengthMax, type joinLeague } from '@tengrand/contract/leagues.ts'
import { leagueStateAt, parseCode } from '@tengrand/core/league.ts'

import type { Db, Tx } from '../db/handle.ts'
import { groupAddress } from '../http/address.ts'
import { refused } from '../http/refusals.ts'
import { limitOf, reserveAll, type Limit, type Throttle } from '../http/throttle.ts'
import type { MarketOf } from '../market/markets.ts'
import { lessonMembersMax, type LeaguesConfig } from './config.ts'
import { addMember, lockAccount, tooManyLeagues } from './create.ts'
import { decidingIn } from './locked.ts'
import { findLeague, isDoorOpenAt, leagueColumns, lockContest, type League } from './store.ts'

export interface Joiner {
  /** Null for a caller who is not signed in. */
  readonly accountId: number | null
  readonly address: string
}

export interface FoundLeague extends League {
  readonly isMember: boolean
  /** Removed, or left after a trade. */
  readonly isRemoved: boolean
}

/** The same statement for a code that does not exist and for a closed door. Members find their league always. */
const codeStatement = {
  name: 'find league by code',
  text: `
    select ${leagueColumns},
      m.account_id is not null and coalesce(m.left_at, m.removed_at) is null as "isMember",
      coalesce(m.left_at, m.removed_at) is not null as "isRemoved"
    from contest c left join membership m on m.contest_id = c.id and m.account_id = $2
    where c.code = $1 and (
      c.is_door_open or (m.account_id is not null and coalesce(m.left_at, m.removed_at) is null)
    )`,
}

export async function findByCode(tx: Tx, code: string, accountId: number | null) {
  const [found] = await tx.query<FoundLeague>(codeStatement, [parseCode(code), accountId])
  return found ?? refused('unknown_code')
}

export interface JoinDeps {
  readonly db: Db
  readonly throttle: Throttle
  readonly config: { readonly leagues: LeaguesConfig }
  readonly marketOf: MarketOf
}

/** Counts the try first, so that simultaneous guesses cannot exceed the limit, and releases it for a code that is right. */
export async function findInvited(deps: JoinDeps, joiner: Joiner, code: string) {
  const { db, throttle, config, marketOf } = deps
  const reserved = await reserveAll(throttle, limitsOf(config.leagues, joiner))
  if ('retryAfterSeconds' in reserved)
    return { refusal: { code: 'too_many_codes', ...reserved } } as const
  const found = await findByCode(db, code, joiner.accountId)
  if ('refusal' in found) return found
  const now = (await marketOf({ contestId: found.id })).now()
  if (!found.isMember && !isDoorOpenAt(found, now)) return refused('unknown_code')
  await reserved.release()
  return found
}

/** Callers without an account have a count of their own: it must not lock out those behind the address who have one. */
function limitsOf(limits: LeaguesConfig, { accountId, address }: Joiner): Limit[] {
  const limit = (of: string, part: string, most: number) =>
    limitOf(`league codes of ${of}`, part, { most, seconds: 3_600 })
  const [group, most] = [groupAddress(address), limits.triesPerHourAndAddress]
  return accountId === null
    ? [limit('an address, signed out', group, most)]
    : [
        limit('an account', String(accountId), limits.triesPerHour),
        limit('an address', group, most),
      ]
}

/** Whether the account is new in the league, and the league; or the reason why it cannot join. */
export async function join(
  { db, config, marketOf }: Omit<JoinDeps, 'throttle'>,
  accountId: number,
  league: Pick<League, 'id' | 'code'>,
  organiserName: string | null,
) {
  const limits = config.leagues
  const decide = await decidingIn({ marketOf }, league.id)
  return db.transaction(async (tx) => {
    // Serializes the joins of an account, which are counted, and those of the league.
    await lockAccount(tx, accountId)
    await lockContest(tx, league.id)
    const found = await findByCode(tx, league.code, accountId)
    if ('refusal' in found) return found
    const decided = await decide(tx)
    if (!found.isMember) {
      const refusal = refusalOfJoin(limits, found, decided.at)
      if (refusal !== null) return refusal
      const [account] = await tx.query<{ leagues: number; isNamedLikeGuest: boolean }>(
        accountStatement,
        [accountId, found.id, new Date(decided.realAt)],
      )
      if ((account?.leagues ?? 0) >= limits.joinedMax)
        return tooManyLeagues('joined', limits.joinedMax)
      if (account?.isNamedLikeGuest === true) return nameOfGuest
      const name = found.ownerId === null ? null : organiserName
      await addMember(tx, { contestId: found.id, accountId, ...decided, organiserName: name })
    }
    const own = await findLeague(tx, accountId, found.publicId)
    return 'refusal' in own ? own : { own, isNew: !found.isMember }
  })
}

const nameOfGuest = { refusal: { code: 'name_taken', byGuest: true } } as const

/** All names look different in a lesson. */
const accountStatement = `
  select (
    select count(*)::int from membership m join contest c on c.id = m.contest_id
    where m.account_id = a.id and m.left_at is null and m.removed_at is null
      and coalesce(c.ends_at > $3, true) and c.owner_id is distinct from a.id
  ) as leagues, exists (
    select from membership m where m.contest_id = $2 and m.name_key = split_part(a.name_key, ' ', 1)
  ) as "isNamedLikeGuest" from account a where a.id = $1`

/** Why the caller cannot join now, apart from the number of their leagues. The league is locked. */
export function refusalOfJoin({ membersMax }: LeaguesConfig, found: FoundLeague, at: number) {
  if (!isDoorOpenAt(found, at)) return refused('unknown_code')
  if (found.isRemoved) return refused('removed')
  if (leagueStateAt(found, at) === 'over') return refused('contest_over')
  return found.members >= (found.kind === 'lesson' ? lessonMembersMax : membersMax)
    ? refused('league_full')
    : null
}

/**
 * A name for the organiser, null without one. It must be readable: invisible characters and piles of accents could
 * mislead the owner.
 */
export function parseOrganiserName(name: Given<typeof joinLeague>['body']['organiser_name']) {
  const text = (name ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  if (text === '') return { organiserName: null }
  // Joiners between letters belong to the spelling of several languages.
  const shown = text.replaceAll(/(?<=[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])/gu, '')
  const isReadable =
    /[\p{L}\p{N}]/u.test(shown) && !/[\p{C}\p{DI}]|[\p{Script=Inherited}&&\p{M}]{3}/v.test(shown)
  return isReadable && text.length <= organiserNameLengthMax
    ? { organiserName: text }
    : refused('invalid_organiser_name')
}
