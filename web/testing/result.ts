// A portfolio and its insights in the format of the API.
import { firstChapter, holding, replies, says } from './learner.tsx'

/** A portfolio that holds ten shares of Apple, and has sold all shares of Tesla at a loss. */
export const traded = {
  ...firstChapter,
  cash_balance: 8549.96,
  free_cash: 8549.96,
  total_value: 10_439.96,
  realized_gain: -310.22,
  unrealized_gain: 750.18,
  realized: [{ ticker: 'TSLA', realized_gain: -310.22 }],
  holdings: [holding],
}

export const compared = {
  data: [
    { date: '2026-10-13T15:00:00Z', value: 10_000 },
    { date: '2026-10-14', value: 10_100.5 },
    { date: '2026-11-13T15:00:00Z', value: 10_439.96 },
  ],
  benchmark: [
    { date: '2026-10-13T15:00:00Z', value: 10_000 },
    { date: '2026-10-14', value: 9950.25 },
    { date: '2026-11-13T15:00:00Z', value: 10_530 },
  ],
  metrics: {
    current_value: 10_439.96,
    period_return: 439.96,
    period_return_percent: 4.3996,
    total_return: 439.96,
    total_return_percent: 4.3996,
    benchmark_return: 530,
    benchmark_return_percent: 5.3,
  },
}

export const contribution = {
  ticker: 'AAPL',
  amount: 750.18,
  realized: 0,
  unrealized: 750.18,
  start_value: 0,
  end_value: 1890,
  start_price: null,
  end_price: 189,
  bought: 1139.82,
  sold: 0,
  split_cash: 0,
}
export const loss = {
  ...contribution,
  ticker: 'TSLA',
  amount: -310.22,
  realized: -310.22,
  unrealized: 0,
  end_value: 0,
  end_price: null,
  bought: 2000,
  sold: 1689.78,
}
export const earned = {
  from: '2026-10-13T15:00:00Z',
  to: '2026-11-13T15:00:00Z',
  total: 439.96,
  contributions: [contribution, loss],
}

/** A scenario. `second` is its value at the second date; at the first date all scenarios have $10,000. */
const twin = (kind: string, value: number, difference: number, second: number, skipped = 0) => ({
  kind,
  value,
  difference,
  skipped,
  data: compared.data.map(({ date }, index) => ({
    date,
    value: [10_000, second, value][index] ?? 0,
  })),
})

export const twins = {
  value: 10_439.96,
  data: compared.data,
  prices: [{ ticker: 'AAPL', opening_price: 113.98, price: 189 }],
  twins: [
    twin('kept', 10_650.29, -210.33, 10_100.5, 3),
    twin('first_day', 10_439.96, 0, 10_050),
    twin('market', 10_530, -90.04, 9950.25),
    twin('cash', 10_000, 439.96, 10_000),
  ],
}

export const early = {
  ready: false,
  purchases: 6,
  purchases_needed: 10,
  days: 3,
  days_needed: 5,
  span: 9,
  span_needed: 14,
}

export const luck = {
  ready: true,
  traders: 1000,
  percentile: 58.15,
  p5: 9100.5,
  median: 10_200,
  p95: 11_400.25,
  value: 10_420.1,
  real_value: 10_398.77,
  until: '2026-11-12T21:00:00Z',
  buckets: [
    { from: 8500, to: 9500, traders: 150 },
    { from: 9500, to: 10_500, traders: 500 },
    { from: 10_500, to: 12_000, traders: 350 },
  ],
}

export const habits = {
  worst_fall: { percent: -12.3456, from: '2026-10-20', to: '2026-10-28', market_percent: -6.5 },
  largest: { ticker: 'AAPL', percent: 18.1035, market_percent: 6.6 },
  effective_stocks: 2.345,
  market_effective_stocks: 15.8,
  cash_percent: 41.26,
  trades_per_month: 7.25,
  sales: { gains: 4, losses: 9 },
  sales_at_cost: 0,
}

/** Eleven forecasts with a result. */
export const calibration = {
  scored: 11,
  scored_needed: 10,
  levels: [
    { confidence: 60, forecasts: 1, right: 1, percent: 100, low: 26.9876, high: 100 },
    { confidence: 80, forecasts: 10, right: 4.5, percent: 45, low: 23.3, high: 68.8766 },
  ],
  brier: 0.2081,
  brier_of_half: 0.25,
  brier_of_class: null,
}

export const insights = { contributions: earned, twins, habits }

/** Replies with all insights of a portfolio; by default of the open chapter. */
export function answerAll(portfolio?: string): void {
  const query = portfolio === undefined ? '' : `?portfolio=${portfolio}`
  replies[`/api/portfolio${query}`] = says(traded)
  for (const range of ['7d', '1m', '6m', 'ytd', '1y', 'all']) {
    replies[`/api/net_worth_history/${range}${query}`] = says(compared)
    replies[`/api/insights/${range}${query}`] = says(insights)
  }
  replies[`/api/insights/luck${query}`] = says(luck)
  replies[`/api/insights/calibration${query}`] = says(calibration)
}
