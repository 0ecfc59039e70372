// The Quick Tip: one fact about how this portfolio is split, and what spreading it across sectors does to its risk.
import {
  diversificationOf,
  sectorCount,
  type Diversification,
} from '@tengrand/core/diversification.ts'
import { fromDollars } from '@tengrand/core/money.ts'

import { Notice } from '../ui/notice.tsx'
import { heldIn } from './allocation.tsx'
import type { Portfolio } from './queries.ts'

/** Has the general sentence where nothing is held, and where the portfolio could not be loaded. */
export function QuickTip({ portfolio }: { portfolio: Portfolio | undefined }) {
  const fact: Diversification = portfolio
    ? diversificationOf(fromDollars(portfolio.cash_balance), heldIn(portfolio))
    : { kind: 'nothing held' }
  return (
    <Notice tone="info" quiet>
      <strong className="font-semibold">Quick Tip:</strong> {wordsOf(fact)}
    </Notice>
  )
}

function wordsOf(fact: Diversification): string {
  switch (fact.kind) {
    case 'nothing held':
      return 'diversify. Spreading your investments across different sectors reduces risk, because a bad day for one of them is seldom a bad day for all.'
    case 'mostly cash':
      return `${fact.percent}% of your money is in cash. When you invest it, spread it across several sectors to reduce risk.`
    case 'mostly one stock':
      return `${fact.percent}% of your money is in ${fact.ticker}. Split it between stocks of several sectors to reduce risk, so that one company's bad news costs you less.`
    case 'one sector leads':
      return `${fact.percent}% of your money is in ${fact.sector}. Spread it across more sectors to reduce risk, because a bad day for one is seldom a bad day for all.`
    case 'well spread':
      return `Your stocks are spread across ${fact.sectors === sectorCount ? 'all' : `${fact.sectors} of the`} ${sectorCount} sectors here, and none has more than half. That reduces risk, because a bad day for one is seldom a bad day for all.`
  }
}
