// People who leave in a test: what they send, what is left of them in the tables, and how rankings are made.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

import type { Tx } from '../../db/handle.ts'
import { password } from '../../identity/testing/browser.ts'
import { rankWhenDue, type RankingDeps } from '../../leaderboard/rank.ts'

export const leave = (
  app: FastifyInstance,
  token: string,
  body: object = { password },
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'DELETE',
    url: '/api/account',
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  })

/** Every row of every table, as text. */
export async function dumpOf(db: Tx): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'identity') order by 1`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(`select t::text as row from ${name} t`)
    parts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return parts.join('\n')
}

/** Makes the ranking that is due, where the server itself was not faster; returns how many are in the latest. */
export async function rankNow(deps: Pick<RankingDeps, 'db' | 'market' | 'now'>): Promise<number> {
  for (;;) {
    const { is } = await rankWhenDue({ ...deps, log: { error: () => undefined } })
    if (is === 'not due') break
  }
  const [latest] = await deps.db.query<{ accounts: number }>(
    'select accounts from ranking order by id desc limit 1',
  )
  return latest?.accounts ?? 0
}
