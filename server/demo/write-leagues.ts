// Writes the leagues of a demo world with the product's own functions: creation and joining, then the job of leagues.
import { randomUUID } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'

import type { Db, Tx } from '../db/handle.ts'
import { readerOf } from '../env.ts'
import { readIdentityConfig } from '../identity/config.ts'
import { readLeaguesConfig } from '../leagues/config.ts'
import { addMember, createLeague, type Creation } from '../leagues/create.ts'
import { runLeagues } from '../leagues/end-job.ts'
import { parseWish } from '../leagues/wish.ts'
import type { Market } from '../market/market.ts'
import { oneMarket } from '../market/markets.ts'
import type { DemoLeague } from './leagues.ts'

const unset = readerOf({})
const limits = readLeaguesConfig(unset, readIdentityConfig(unset, false))

/** Without trades. Returns the portfolios that have any. */
export async function addLeagues(
  tx: Tx,
  leagues: readonly DemoLeague[],
  accountIds: ReadonlyMap<string, number>,
) {
  const chapters = []
  for (const { key, createdAt, members, ...rules } of leagues) {
    const wish = { ...rules, kind: 'league' } as const
    const ids = members.map(({ publicId }) => accountIds.get(publicId) ?? 0)
    const league = await create(tx, { accountId: ids[0] ?? 0, key, wish, now: createdAt })
    for (const [place, { joinedAt: at, organiserName }] of [...members.entries()].slice(1)) {
      const joining = { contestId: league.id, accountId: ids[place] ?? 0, organiserName }
      await addMember(tx, { ...joining, at, realAt: at })
    }
    const portfolios = await tx.query<{ id: number }>(
      'select id from portfolio where contest_id = $1 order by id',
      [league.id],
    )
    for (const [place, { id: portfolioId }] of portfolios.entries()) {
      const year = members[place]?.year ?? null
      if (year !== null) chapters.push({ portfolioId, year, waiting: [] })
    }
  }
  return chapters
}

export interface LeagueTimes {
  readonly market: Market
  readonly now: () => number
}

/** A lobby, which the classmates of the demo come into while the server runs. */
export async function addLesson(tx: Tx, accountId: number, { market, now }: LeagueTimes) {
  const asked = { kind: 'lesson', name: 'Practice lesson', span: 'year', minutes: 10 } as const
  const wish = parseWish(asked, { limits, market, now: now() })
  if ('refusal' in wish) throw new Error('The lesson of the demo world was refused.')
  await create(tx, { accountId, key: randomUUID(), wish, now: now() })
}

async function create(tx: Tx, creation: Creation) {
  const made = await createLeague(within(tx), limits, creation)
  if ('refusal' in made) throw new Error('A league of the demo world was refused.')
  return made
}

/** Runs the job as of the start of each league, which stores the opening prices, and as of now. */
export async function beginAndEndLeagues(
  tx: Tx,
  leagues: readonly DemoLeague[],
  { market, now }: LeagueTimes,
): Promise<void> {
  const clock = { decidedAt: () => now(), shownUntil: now }
  const deps = {
    db: within(tx),
    marketOf: oneMarket({ market, now, clock }),
    clock,
    log: { error: refuse } as FastifyBaseLogger,
  }
  const starts = leagues.map(({ startsAt }) => startsAt).filter((at) => at < now())
  for (const at of [...starts, now()]) await runLeagues({ ...deps, now: () => at })
}

/** All is written in whole or not at all, so what has a transaction of its own in the product is a part of this one. */
const within = (tx: Tx) => ({ ...tx, transaction: (work) => work(tx) }) as Db

function refuse(about: unknown, words = ''): void {
  throw new Error(`The leagues of the demo world could not be written: ${words}.`, { cause: about })
}
