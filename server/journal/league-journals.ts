// The journals of a league: each member chooses whether the organiser sees theirs.
import { api } from '@tengrand/contract/api.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import type { FastifyInstance } from 'fastify'

import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import { signedInRoute } from '../http/route.ts'
import { findLeague, notOwner, type OwnLeague } from '../leagues/store.ts'
import { readPortfolio } from '../portfolio/find.ts'
import { parseUuid } from '../uuid.ts'
import { readPage, type JournalDeps } from './page.ts'
import { entriesOf } from './store.ts'

export function addLeagueJournals(app: FastifyInstance, deps: JournalDeps): void {
  const { db, identify } = deps
  signedInRoute(app, identify, api.leagueJournals, async ({ caller, params }) => {
    const league = await findWithJournals(db, caller.accountId, params.league)
    return 'refusal' in league ? league : journalsOf(db, league)
  })

  signedInRoute(app, identify, api.showJournal, async ({ caller, params, body }) => {
    const league = await findWithJournals(db, caller.accountId, params.league)
    if ('refusal' in league) return league
    await db.query(
      'update membership set shows_journal = $3 where contest_id = $1 and account_id = $2',
      [league.id, caller.accountId, body.shown],
    )
    return journalsOf(db, league)
  })

  signedInRoute(app, identify, api.memberJournal, async ({ caller, params, query }) => {
    const league = await findWithJournals(db, caller.accountId, params.league)
    if ('refusal' in league) return league
    if (league.ownerId !== caller.accountId) return notOwner
    const member = await findMember(db, league.id, params.user_id)
    if (member === undefined) return refused('not_found')
    if (!member.isShown) return refused('journal_hidden')
    const head = await readPortfolio(deps, member)
    return 'refusal' in head ? head : readPage(deps, head, query)
  })
}

/** A lesson has no journals. */
async function findWithJournals(tx: Tx, accountId: number, publicId: string) {
  const league = await findLeague(tx, accountId, publicId)
  return 'refusal' in league || league.kind === 'league' ? league : refused('not_found')
}

const present = 'm.left_at is null and m.removed_at is null'

async function journalsOf(tx: Tx, { id, ownerId, accountId }: OwnLeague) {
  const [own] = await tx.query<{ shown: boolean }>(
    'select shows_journal as shown from membership where contest_id = $1 and account_id = $2',
    [id, accountId],
  )
  const members = ownerId === accountId ? await readShowing(tx, id, accountId) : []
  return { shown: own?.shown ?? false, members }
}

/** Without the organiser. */
const readShowing = (tx: Tx, contestId: number, ownerId: number) =>
  tx.query<Answer<typeof api.leagueJournals>['members'][number]>(
    `select a.public_id as user_id, display_name, organiser_name, (
       select count(*)::int from ${entriesOf('m.portfolio_id')}
     ) as entries
     from membership m join account a on a.id = m.account_id
     where m.contest_id = $1 and m.account_id <> $2 and shows_journal and ${present}
     order by coalesce(organiser_name, display_name), a.id`,
    [contestId, ownerId],
  )

async function findMember(tx: Tx, contestId: number, userId: string) {
  const [row] = await tx.query<{ accountId: number; publicId: string; isShown: boolean }>(
    `select m.account_id as "accountId", p.public_id as "publicId", shows_journal as "isShown"
     from membership m join account a on a.id = m.account_id join portfolio p on p.id = m.portfolio_id
     where m.contest_id = $1 and a.public_id = $2 and ${present}`,
    [contestId, parseUuid(userId)],
  )
  return row
}
