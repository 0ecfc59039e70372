// Finds the portfolio of an order among those that a batch has locked.
import { openContestId } from '@tengrand/core/contest.ts'

import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { PortfolioRef } from '../ledger/portfolios.ts'
import type { QueuedOrder } from './queued-order.ts'

/**
 * Null where an order names a portfolio that is not its account's. A chapter begins by the database's time and an order
 * arrives by the node's, which may differ by as much as the round trip with which that was read: it is put right by how
 * far the database is ahead now.
 */
export function portfolioFinder(portfolios: readonly PortfolioRow[], aheadMs: number) {
  const named = new Map(portfolios.map((portfolio) => [portfolio.publicId, portfolio]))
  const current = new Map(portfolios.filter(isMain).map((main) => [main.accountId, main]))
  return ({ accountId, publicId, arrivedAt }: QueuedOrder) => {
    if (publicId !== null) {
      const portfolio = named.get(publicId)
      if (portfolio?.accountId !== accountId) return null
      return { portfolio, isOpen: portfolio.closing === null }
    }
    const portfolio = current.get(accountId)
    // Not where the chapter of the order was closed while the batch waited for the lock, or before that.
    const isOpen = portfolio !== undefined && arrivedAt + aheadMs >= begunAt(portfolio)
    return { portfolio, isOpen }
  }
}

/** In which contest an order is, and so its key; 0 for one that names no portfolio that is locked, and is refused. */
export function contestFinder(portfolios: readonly PortfolioRow[]) {
  const named = new Map(portfolios.map(({ publicId, contestId }) => [publicId, contestId]))
  return ({ publicId }: PortfolioRef): number =>
    publicId === null ? openContestId : (named.get(publicId) ?? 0)
}

/** The open chapter in the open contest, the portfolio of orders that name none. */
const isMain = ({ contestId, closing }: PortfolioRow): boolean =>
  contestId === openContestId && closing === null

/** No chapter gave way to a first one, so that no order can be for an earlier one. */
const begunAt = ({ chapter, openedAt }: PortfolioRow): number => (chapter > 1 ? openedAt : 0)
