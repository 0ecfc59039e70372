// Whom an operator means: by the public id, the name or the email.
import type { Tx } from '../db/handle.ts'
import { ownIssuer } from '../identity/session-tokens.ts'
import { StartProblem } from '../errors.ts'
import { parseUuid } from '../uuid.ts'

export interface Found {
  readonly id: number
  readonly publicId: string
  readonly name: string
  readonly issuer: string
  readonly subject: string
  readonly createdAt: Date
  readonly lockedAt: Date | null
  readonly unrankedAt: Date | null
  readonly departedAt: Date | null
  /** Null where it is not kept: then whoever signs the person in knows it. */
  readonly email: string | null
}

/** Exactly one, or a sentence that says why not. */
export async function findWho(tx: Tx, who: string): Promise<Found> {
  const found = await tx.query<Found>(
    `${select} where ${conditionOf(who)} order by account.id limit ${listedMax + 1}`,
    [who],
  )
  const [one, ...others] = found
  if (one === undefined) throw new StartProblem(`There is no account of ${who}.`)
  if (others.length === 0) return one
  const ids = found.slice(0, listedMax).map(({ publicId }) => publicId)
  const more = found.length > listedMax ? ' and more' : ''
  throw new StartProblem(
    `${who} may be several accounts: ${ids.join(', ')}${more}. Please name one by its id.`,
  )
}

const listedMax = 10

const select = `
  select account.id, public_id as "publicId", display_name as name, issuer, subject,
    account.created_at as "createdAt", locked_at as "lockedAt", unranked_at as "unrankedAt",
    departed_at as "departedAt", coalesce(person.email, (
      select email from identity.session
      where session.issuer = account.issuer and session.subject = account.subject and email is not null
      order by created_at desc limit 1
    )) as email
  from account left join identity.person
    on account.issuer = '${ownIssuer}' and person.id = account.subject`

function conditionOf(who: string): string {
  if (parseUuid(who) !== null) return 'public_id = $1::uuid'
  if (!who.includes('@')) return 'lower(display_name) = lower($1)'
  return `person.email = lower($1) or exists (
    select from identity.session
    where session.issuer = account.issuer and session.subject = account.subject
      and lower(session.email) = lower($1)
  )`
}
