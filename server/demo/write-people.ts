// Writes the people of a demo world: their accounts, and all of their chapters without the trades.
import { openContestId } from '@tengrand/core/contest.ts'
import { lookalikeKey } from '@tengrand/core/display-name.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { addPerson } from '../identity/embedded/store.ts'
import { ownIssuer } from '../identity/session-tokens.ts'
import { demoLearner, type Inhabitant } from './people.ts'
import type { WaitingOrder } from './waiting-order.ts'
import type { ClosedYear, Year } from './year.ts'

interface Chapter {
  readonly accountId: number
  readonly number: number
  readonly year: Year
  readonly closing: ClosedYear['closing'] | null
  readonly waiting: readonly WaitingOrder[]
}

export interface WrittenChapter {
  readonly portfolioId: number
  readonly year: Year
  readonly waiting: readonly WaitingOrder[]
}

/** All chapters end before the first ranking, or are open. */
export async function addPeople(
  tx: Tx,
  inhabitants: readonly Inhabitant[],
  password: string,
): Promise<WrittenChapter[]> {
  const ids = await addAccounts(tx, inhabitants, password)
  const chapters = inhabitants.flatMap(({ earlier, waiting, ...year }, place): Chapter[] => {
    const accountId = ids[place] ?? 0
    if (earlier === null) return [{ accountId, number: 1, year, closing: null, waiting }]
    return [
      { accountId, number: 1, year: earlier, closing: earlier.closing, waiting: [] },
      { accountId, number: 2, year, closing: null, waiting },
    ]
  })
  const portfolioIds = await addPortfolios(tx, chapters)
  return chapters.map(({ year, waiting }, place) => ({
    year,
    waiting,
    portfolioId: portfolioIds[place] ?? 0,
  }))
}

/** Their numbers, in the same order. Only the learner can sign in; nobody else has a password. */
async function addAccounts(
  tx: Tx,
  inhabitants: readonly Inhabitant[],
  password: string,
): Promise<number[]> {
  const joined = inhabitants.map(({ joinedAt }) => new Date(joinedAt))
  const at = joined[inhabitants.findIndex(isLearner)]
  if (at === undefined) throw new Error('The learner is missing in the demo world.')
  const learner = await addPerson(tx, { email: demoLearner.email, password, at })
  if (learner === null) throw new Error('Somebody has the email of the demo already.')
  const rows = await tx.query<{ id: number }>(
    `insert into account (issuer, subject, public_id, display_name, name_key, created_at)
     select $1, subject, public_id, name, key, at
     from unnest($2::text[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[]) with ordinality
       as t (subject, public_id, name, key, at, place)
     order by place returning id`,
    [
      ownIssuer,
      inhabitants.map((person) => (isLearner(person) ? learner.id : person.subject)),
      inhabitants.map(({ publicId }) => publicId),
      inhabitants.map(({ name }) => name),
      inhabitants.map(({ name }) => lookalikeKey(name)),
      joined,
    ],
  )
  return rows.map(({ id }) => id)
}

const isLearner = ({ subject }: Inhabitant): boolean => subject === demoLearner.subject

/** Their numbers, in the same order. */
async function addPortfolios(tx: Tx, chapters: readonly Chapter[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
       splits_through, email_verified, closed_at, closing_key, closing_prices, final_cents)
     select t.account_id, contest.id, t.chapter, starting_cents, starting_cents, t.opened_at,
       (select coalesce(max(id), 0) from split), false, t.closed_at, t.key, t.prices::bigint[], t.final
     from contest, unnest($1::bigint[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::uuid[],
       $6::text[], $7::bigint[]) with ordinality
       as t (account_id, chapter, opened_at, closed_at, key, prices, final, place)
     where contest.id = ${openContestId} order by place returning id`,
    [
      chapters.map(({ accountId }) => accountId),
      chapters.map(({ number }) => number),
      chapters.map(({ year }) => new Date(year.openedAt)),
      chapters.map(({ closing }) => (closing === null ? null : new Date(closing.at))),
      chapters.map(({ closing }) => closing?.key ?? null),
      chapters.map(({ closing }) => (closing === null ? null : pricesOf(closing))),
      chapters.map(({ closing }) => closing?.value ?? null),
    ],
  )
  return rows.map(({ id }) => id)
}

const pricesOf = ({ prices }: ClosedYear['closing']): string =>
  `{${tickers.map((ticker) => prices.get(ticker) ?? 'null').join(',')}}`
