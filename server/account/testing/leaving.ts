// Deletes accounts in tests, and reads what remains of them in the tables.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

import type { Tx } from '../../db/handle.ts'
import { password } from '../../identity/testing/browser.ts'

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
