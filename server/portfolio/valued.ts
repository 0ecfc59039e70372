// Reads a portfolio and values it: at current prices, or at those of its closing.
import { valuationOf, type Valuation } from '@tengrand/core/valuation.ts'

import type { unknownPortfolio } from '../http/refusals.ts'
import { holdingsOf, type PortfolioRow } from '../ledger/portfolio-row.ts'
import type { PortfolioRef } from '../ledger/portfolios.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import type { NoPrice } from '../ledger/close.ts'
import { readStoredPrices } from '../ledger/stored-prices.ts'
import { readPortfolio } from './find.ts'

export interface Valued extends PortfolioRow {
  readonly valuation: Valuation
}

type NotValued = typeof unknownPortfolio | NoPrice

export async function readValued(
  deps: ReadDeps,
  ref: PortfolioRef | null,
): Promise<Valued | NotValued> {
  const held = await readPortfolio(deps, ref)
  if ('refusal' in held) return held
  const { id, closing } = held
  const { market } = await deps.marketOf(held)
  const closed = closing && (await readStoredPrices(deps.db, 'closing', { id, at: closing.at }))
  const valuation = valuationOf(
    holdingsOf(held),
    (ticker) => closed?.get(ticker)?.today ?? market.quote(ticker)?.price ?? null,
  )
  if ('missing' in valuation) return { refusal: { code: 'no_price', ticker: valuation.missing } }
  // The final value of a chapter stays, even if a split changes its shares later.
  return { ...held, valuation: { ...valuation, total: closing?.value ?? valuation.total } }
}
