// The query plan for the portfolios of a batch: an index on accounts, in a table without statistics as in a large one.
import { expect, test } from 'vitest'

import type { Prepared, Tx } from '../db/handle.ts'
import { plantPortfolios, plantStake } from '../testing/planted-portfolio.ts'
import { createWorld } from '../testing/world.ts'
import { lockPortfolioRefs } from './portfolios.ts'

test.each(['not analyzed', 'analyzed'])(
  'a table that is %s is not read as a whole',
  async (table) => {
    const { db } = await createWorld()
    const [first] = await plantPortfolios(db, { count: 3_000 })
    const accountId = first?.accountId ?? 0
    const { portfolio, portfolioId } = await plantStake(db, accountId)
    if (table === 'analyzed') await db.query('analyze portfolio')
    const plan = await db.transaction(async (tx) => {
      let asked: Prepared | undefined
      const watched: Tx = {
        ...tx,
        query: async <Row>(statement: string | Prepared, values: readonly unknown[] = []) => {
          if (typeof statement !== 'string') asked = statement
          return tx.query<Row>(statement, values)
        },
      }
      const locked = await lockPortfolioRefs(watched, [
        { accountId, publicId: portfolio },
        { accountId: accountId + 1, publicId: null },
      ])
      expect(locked.map(({ id }) => id)).toEqual([(first?.portfolioId ?? 0) + 1, portfolioId])
      // The generic plan of a connection that runs the statement often, in the transaction of a batch.
      await tx.query('set local plan_cache_mode = force_generic_plan')
      await tx.query('set local enable_seqscan = off')
      await tx.query(`prepare asked (bigint[], bigint[], uuid[]) as ${asked?.text}`)
      const lines = await tx.query<{ 'QUERY PLAN': string }>(
        `explain execute asked ('{}', '{}', '{}')`,
      )
      // The connection is used again by another test.
      await tx.query('deallocate asked')
      return lines
    })
    const scans = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('Scan'))
    const byIndex = scans.flatMap((line) => /Index Scan (?:using|on) (\w+)/.exec(line)?.[1] ?? [])
    expect(byIndex).toEqual([expect.stringMatching(/^portfolio_account_id_/)])
  },
)
