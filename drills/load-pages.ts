// What the pages of the web app read, as the learners of the load drill open them. Each has four calls, so that a learner
// who sends one order after each page reads four times as often as they trade.
import type { Ticker } from '@tengrand/core/tickers.ts'

export interface Read {
  /** The call of the contract, as /metrics names it. */
  readonly call: string
  readonly path: string
}

/** A learner opens them in this order; three of six are those that people open most, the first and the stocks. */
export const pages: readonly ((ticker: Ticker) => readonly Read[])[] = [
  dashboard,
  stock,
  afterOrder,
  board,
  stock,
  result,
]

function dashboard(): readonly Read[] {
  return [
    { call: 'portfolio', path: '/api/portfolio' },
    { call: 'netWorthHistory', path: '/api/net_worth_history/1m' },
    { call: 'transactions', path: '/api/transactions?limit=10' },
    { call: 'priceLines', path: '/api/price-lines' },
  ]
}

function stock(ticker: Ticker): readonly Read[] {
  return [
    { call: 'currentPrice', path: `/api/current-price/${ticker}` },
    { call: 'priceHistory', path: `/api/price-history/${ticker}/1m` },
    { call: 'earnings', path: `/api/earnings/${ticker}` },
    { call: 'transactions', path: `/api/transactions?ticker=${ticker}` },
  ]
}

/** What a page reads again when its order was answered. */
function afterOrder(ticker: Ticker): readonly Read[] {
  return [
    { call: 'portfolio', path: '/api/portfolio' },
    { call: 'orders', path: '/api/orders?state=open' },
    { call: 'transactions', path: `/api/transactions?ticker=${ticker}` },
    { call: 'watchlist', path: '/api/watchlist' },
  ]
}

function board(): readonly Read[] {
  return [
    { call: 'leaderboard', path: '/api/leaderboard' },
    { call: 'leaderboardMe', path: '/api/leaderboard/me' },
    { call: 'transactions', path: '/api/transactions?limit=100' },
    { call: 'account', path: '/api/account' },
  ]
}

function result(): readonly Read[] {
  return [
    { call: 'netWorthHistory', path: '/api/net_worth_history/all' },
    { call: 'insights', path: '/api/insights/all' },
    { call: 'luck', path: '/api/insights/luck' },
    { call: 'orders', path: '/api/orders?state=all' },
  ]
}
