// An account as an operator sees it, one fact on each line.
import type { Tx } from '../db/handle.ts'
import type { Found } from './who.ts'

export async function describeAccount(tx: Tx, account: Found): Promise<string> {
  const [counts] = await tx.query<{ chapter: number; trades: number; sessions: number }>(
    `select
       (select max(chapter) from portfolio where account_id = $1) as chapter,
       (select count(*) from trade join portfolio p on p.id = portfolio_id where account_id = $1) as trades,
       (select count(*) from identity.session where issuer = $2 and subject = $3) as sessions`,
    [account.id, account.issuer, account.subject],
  )
  const facts: readonly (readonly [string, string | number | Date | null | undefined])[] = [
    ['Id', account.publicId],
    ['Name', account.name],
    ['Email', account.email ?? 'not kept here'],
    ['Signs in with', account.issuer],
    ['Created', account.createdAt],
    ['Chapter', counts?.chapter],
    ['Trades', counts?.trades],
    ['Sessions', counts?.sessions],
    ['Locked', account.lockedAt],
    ['Left out of rankings', account.unrankedAt],
    ['Earlier account deleted', account.departedAt],
  ]
  return facts
    .map(
      ([what, value]) =>
        `${what}: ${value instanceof Date ? value.toISOString() : (value ?? 'no')}`,
    )
    .join('\n')
}
