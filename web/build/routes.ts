// Which modules are loaded lazily: those that a route needs, which the page preloads, and what comes only when asked for.

const shell = 'shell/shell.tsx'

export const modulesOfRoutes: Readonly<Record<string, readonly string[]>> = {
  '/': ['sign-in/sign-in-page.tsx'],
  '/login': ['sign-in/sign-in-page.tsx'],
  '/reset-password': ['sign-in/reset-password-page.tsx'],
  '/confirm-email': ['sign-in/confirm-email-page.tsx'],
  '/dashboard': [shell, 'dashboard/dashboard-page.tsx'],
  '/portfolio': [shell, 'portfolio/portfolio-page.tsx'],
  '/portfolio/chapter': [shell, 'chapter/chapter-page.tsx'],
  '/insights': [shell, 'insights/insights-page.tsx'],
  '/transactions': [shell, 'transactions/transactions-page.tsx'],
  '/stock': [shell, 'stock/stock-page.tsx'],
  '/leaderboard': [shell, 'leaderboard/leaderboard-page.tsx'],
  '/getting-started': [shell, 'guides/guides-page.tsx'],
  '/getting-started/basics': [shell, 'guides/basics-page.tsx'],
  '/getting-started/strategies': [shell, 'guides/strategies-page.tsx'],
  '/getting-started/platform': [shell, 'guides/platform-page.tsx'],
  '/pro': [shell, 'pro/pro-page.tsx'],
  '/waitlist': [shell, 'waitlist/waitlist-page.tsx'],
  '/account': [shell, 'sign-in/own-account-page.tsx'],
}

/** What the app asks for as soon as it runs, whatever the route; the pages are drawn without waiting for it. */
export const moduleAtOnce = 'config.ts'

/** What comes on top of a route, everywhere or for some, each with the name under which its size is told. */
export const modulesOnTop: Readonly<Record<string, string>> = {
  [moduleAtOnce]: 'the configuration',
  'chapter/closed-holdings.tsx': 'the holdings of a chapter',
  'chapter/chapter-transactions.tsx': 'the transactions of a chapter',
  'dashboard/watched-stocks.tsx': 'the stocks that are watched',
  'dashboard/latest-rows.tsx': 'the latest transactions',
  'dashboard/performance-foot.tsx': 'what comes after the performance chart',
  'guides/strategies/last-sections.tsx': 'the end of the guide to strategies',
  'identity/firebase.ts': 'sign-in through Firebase',
  'insights/picture-dialog.tsx': 'the picture of a comparison',
  'insights/more-parts.tsx': 'the parts of a result',
  'portfolio/chapter-table.tsx': 'the earlier chapters',
  'shell/account-panel.tsx': 'the account menu',
  'shell/suggestions.tsx': 'the suggestions of the search',
  'stock/price-foot.tsx': 'what stands under the chart of a stock',
  'stock/receipt.tsx': 'the receipt of a trade',
  'dashboard/pro-promo.tsx': 'the invitation to Pro',
  'stock/pro-tools.tsx': 'the tools of Pro',
  'stock/own-trades.tsx': 'the trades in a stock',
  'waiting/orders-if-any.tsx': 'whether there are open orders',
  'waiting/order-news.tsx': 'whether orders are watched over',
  'waiting/watch-orders.tsx': 'what becomes of open orders',
  'waiting/open-orders.tsx': 'the open orders',
  'waiting/order-form.tsx': 'the form of orders that wait',
  'waiting/all-orders.tsx': 'all orders',
  'ui/points-table.tsx': 'the points of a chart',
  'watchlist/stock-star.tsx': 'the star of a stock',
}
