// Which of the portfolios that a batch has locked an order is meant for.
import type { PortfolioState } from '../ledger/portfolios.ts'
import type { PortfolioRefusal, QueuedOrder } from './queued-order.ts'

export interface Found {
  /** Null where there is none, or none that is locked. */
  readonly meantId: number | null
  /** Why no order can be executed in it. */
  readonly refusal: PortfolioRefusal | null
}

/**
 * By its number, among those that are locked. A chapter begins by the database's time and an order arrives by the
 * node's, which may differ by as much as the round trip with which that was read: it is put right by how far the database
 * is ahead now.
 */
export function portfolioFinder(portfolios: readonly PortfolioState[], aheadMs: number) {
  const named = new Map(portfolios.map((portfolio) => [portfolio.publicId, portfolio]))
  const current = new Map<number, PortfolioState>()
  for (const portfolio of portfolios) {
    if (portfolio.standing === 'current') current.set(portfolio.accountId, portfolio)
  }
  return ({ accountId, publicId, arrivedAt }: QueuedOrder): Found => {
    if (publicId !== null) {
      const meant = named.get(publicId)
      if (meant?.accountId !== accountId) return { meantId: null, refusal: 'unknown_portfolio' }
      return { meantId: meant.id, refusal: meant.standing === 'closed' ? 'portfolio_closed' : null }
    }
    const meant = current.get(accountId)
    // The chapter that it was meant for was closed while the batch waited for the lock, or before that.
    const isTooLate = meant === undefined || arrivedAt + aheadMs < (meant.startedOverAt ?? 0)
    return { meantId: meant?.id ?? null, refusal: isTooLate ? 'portfolio_closed' : null }
  }
}
