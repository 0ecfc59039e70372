// The routes of a learner's chapters in the open contest: the list, newest first, and starting over.
import { api } from '@tengrand/contract/api.ts'
import { openContestId } from '@tengrand/core/contest.ts'
import { toDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import type { FastifyInstance } from 'fastify'

import type { Clock } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { idempotencyKeyOf } from '../uuid.ts'
import { invalidKey } from '../http/refusals.ts'
import { signedInRoute } from '../http/route.ts'
import { portfolioColumns, portfolioOf, type PortfolioValues } from '../ledger/portfolio-row.ts'
import type { PortfolioDeps } from './routes.ts'
import { startOver } from './start-over.ts'
import { readValued } from './valued.ts'

interface ChapterDeps extends PortfolioDeps {
  readonly clock: Clock
}

export function addChapterRoutes(app: FastifyInstance, deps: ChapterDeps): void {
  const { db, identify } = deps
  signedInRoute(app, identify, api.startOver, async ({ caller }, request) => {
    const key = idempotencyKeyOf(request)
    if (key === null) return invalidKey
    const outcome = await startOver(deps, { accountId: caller.accountId, key })
    if ('refusal' in outcome) return outcome
    const { publicId, chapter, cash, closed } = outcome
    const { amount, percent } = returnSince(closed.startingCash, closed.finalValue)
    return {
      portfolio: publicId,
      chapter,
      cash_balance: toDollars(cash),
      closed: {
        portfolio: closed.publicId,
        final_value: toDollars(closed.finalValue),
        return: toDollars(amount),
        return_percent: percent,
      },
    }
  })

  signedInRoute(app, identify, api.chapters, async ({ caller: { accountId } }) => {
    const chapters = await readChapters(db, accountId)
    const publicId = chapters.find(({ closing }) => closing === null)?.publicId ?? null
    // By its id: if the chapter is closed meanwhile, the main portfolio would be the next chapter.
    const open = await readValued(deps, { accountId, publicId })
    if ('refusal' in open) return open
    return {
      chapters: chapters.map((chapter) =>
        chapterOnWire(chapter, chapter.closing?.value ?? open.valuation.total),
      ),
    }
  })
}

function chapterOnWire(chapter: Awaited<ReturnType<typeof readChapters>>[number], value: Cents) {
  const { amount, percent } = returnSince(chapter.startingCash, value)
  return {
    portfolio: chapter.publicId,
    chapter: chapter.chapter,
    opened_at: new Date(chapter.openedAt).toISOString(),
    closed_at: chapter.closing === null ? null : new Date(chapter.closing.at).toISOString(),
    starting_cash: toDollars(chapter.startingCash),
    value: toDollars(value),
    return: toDollars(amount),
    return_percent: percent,
    trades: chapter.trades,
  }
}

/** The chapters, each with its number of buys and sells. */
async function readChapters(tx: Tx, accountId: number) {
  const rows = await tx.query<PortfolioValues & { trades: number }>(
    `select ${portfolioColumns}, (
       select count(*) from trade where portfolio_id = p.id and type <> 'SPLIT'
     ) as trades
     from portfolio p where p.account_id = $1 and p.contest_id = ${openContestId}
     order by p.chapter desc`,
    [accountId],
  )
  return rows.map(portfolioOf)
}
