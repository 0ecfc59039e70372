// Writes a demo world in the order in which it happened, with the statements that write trades and rankings in earnest.
import { lookalikeKey } from '@tengrand/core/display-name.ts'
import { startingCash } from '@tengrand/core/ledger.ts'

import type { Tx } from '../db/handle.ts'
import { addPerson } from '../identity/embedded/store.ts'
import { ownIssuer } from '../identity/session-tokens.ts'
import { placesTable, writeRanking } from '../leaderboard/write-ranking.ts'
import { writeTrades, type NewTrade } from '../trading/store.ts'
import { demoLearner, type Inhabitant } from './people.ts'
import type { World } from './world.ts'

/** The password is hashed. Everything of an earlier world goes, and so does everybody who has joined it since. */
export async function writeWorld(
  tx: Tx,
  { inhabitants, rankings }: World,
  password: string,
): Promise<void> {
  const lastId = await forgetEverything(tx)
  const ids = await addAccounts(tx, inhabitants, password)
  const trades = inhabitants
    .flatMap(({ orders }, person) =>
      orders.map((order, place) => ({
        accountId: ids[person] ?? 0,
        isFirst: place === 0,
        ...order,
      })),
    )
    .toSorted((a, b) => a.trade.at - b.trade.at)
  let written = 0
  for (const [index, { at, prices }] of rankings.entries()) {
    const next = trades.findIndex(({ trade }) => trade.at >= at)
    const until = next === -1 ? trades.length : next
    await addTrades(tx, trades.slice(written, until))
    written = until
    await writeRanking(tx, { id: lastId + 1 + index, at, prices, latestSplit: 0 })
  }
  await tx.query('analyze account, trade, position')
}

/** Returns the number of the last ranking: it is not given again, because a node may still know that one. */
async function forgetEverything(tx: Tx): Promise<number> {
  const rankings = await tx.query<{ id: number }>('delete from ranking returning id')
  for (const { id } of rankings) await tx.query(`drop table if exists ${placesTable(id)}`)
  await tx.query(
    `truncate account, trade, position, identity.person, identity.session, identity.throttle
     restart identity cascade`,
  )
  return Math.max(0, ...rankings.map(({ id }) => id))
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
  if (learner === null) throw new Error('Somebody has the e-mail of the demo already.')
  const rows = await tx.query<{ id: number }>(
    `insert into account
       (issuer, subject, public_id, display_name, name_key, cash_cents, created_at, splits_through)
     select $1, subject, public_id, name, key, $2, at, (select coalesce(max(id), 0) from split)
     from unnest($3::text[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[]) with ordinality
       as t (subject, public_id, name, key, at, place)
     order by place returning id`,
    [
      ownIssuer,
      startingCash,
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

interface OrderedTrade extends NewTrade {
  readonly isFirst: boolean
}

/**
 * First trades go ahead: of several trades of an account that are written together only the last one leaves its time.
 * The trades of one account stay in their order.
 */
async function addTrades(tx: Tx, trades: readonly OrderedTrade[]): Promise<void> {
  const firsts = trades.filter(({ isFirst }) => isFirst)
  const others = trades.filter(({ isFirst }) => !isFirst)
  for (const part of [firsts, others]) {
    for (let from = 0; from < part.length; from += tradesAtOnce) {
      await writeTrades(tx, part.slice(from, from + tradesAtOnce))
    }
  }
}

const tradesAtOnce = 2_000
