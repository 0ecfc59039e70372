// Finds the account that an operator names by public id, display name or email.
import { accountColumns, type Account } from '../account/store.ts'
import type { Tx } from '../db/handle.ts'
import { guestIssuer, ownIssuer } from '../identity/issuers.ts'
import { StartProblem } from '../errors.ts'
import { parseUuid } from '../uuid.ts'

export interface NamedAccount extends Account {
  readonly id: number
  /** Null where only the issuer of the person has it. */
  readonly email: string | null
}

/** Throws where there is no such account, or more than one. */
export async function findNamedAccount(tx: Tx, who: string): Promise<NamedAccount> {
  const found = await tx.query<NamedAccount>(
    `${select} where ${conditionOf(who)} order by account.id limit ${listedMax + 1}`,
    [who],
  )
  return onlyOne(found, { who, what: 'account', nameOf: ({ publicId }) => publicId })
}

interface Meant<Found> {
  readonly who: string
  readonly what: 'account' | 'league'
  readonly nameOf: (found: Found) => string
}

/** The first one, or a problem for the operator where there is none or another one. */
export function onlyOne<Found>(
  found: readonly Found[],
  { who, what, nameOf }: Meant<Found>,
): Found {
  const [one, ...others] = found
  if (one === undefined) throw new StartProblem(`There is no ${what} of ${who}.`)
  if (others.length === 0) return one
  const listed = found.slice(0, listedMax).map(nameOf).join(', ')
  const more = found.length > listedMax ? ' and more' : ''
  throw new StartProblem(
    `${who} may be several ${what}s: ${listed}${more}. Please name one by its id.`,
  )
}

/** How many are listed where several may be meant. */
export const listedMax = 10

/** All that may be meant. */
export async function findAccountIds(tx: Tx, who: string): Promise<number[]> {
  const found = await tx.query<{ id: number }>(
    `select account.id ${fromPeople} where ${conditionOf(who)}`,
    [who],
  )
  return found.map(({ id }) => id)
}

const fromPeople = `
  from account left join identity.person
    on account.issuer = '${ownIssuer}' and person.id = account.subject`

const select = `
  select account.id, ${accountColumns}, coalesce(person.email, (
      select email from identity.session
      where session.issuer = account.issuer and session.subject = account.subject and email is not null
      order by created_at desc limit 1
    )) as email ${fromPeople}`

function conditionOf(who: string): string {
  if (parseUuid(who) !== null) return `public_id = $1::uuid and account.issuer <> '${guestIssuer}'`
  if (!who.includes('@')) return 'lower(display_name) = lower($1)'
  return `person.email = lower($1) or exists (
    select from identity.session
    where session.issuer = account.issuer and session.subject = account.subject
      and lower(session.email) = lower($1)
  )`
}
