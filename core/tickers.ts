// The 16 stocks that can be traded, with their companies.

const companies = {
  AAPL: 'Apple Inc.',
  GOOGL: 'Alphabet Inc.',
  MSFT: 'Microsoft Corporation',
  AMZN: 'Amazon.com Inc.',
  TSLA: 'Tesla Inc.',
  META: 'Meta Platforms Inc.',
  NVDA: 'NVIDIA Corporation',
  NFLX: 'Netflix Inc.',
  AMD: 'Advanced Micro Devices',
  INTC: 'Intel Corporation',
  CRM: 'Salesforce Inc.',
  ADBE: 'Adobe Inc.',
  PYPL: 'PayPal Holdings',
  UBER: 'Uber Technologies',
  LYFT: 'Lyft Inc.',
  SPOT: 'Spotify Technology',
} as const

export type Ticker = keyof typeof companies

export const tickers: readonly Ticker[] = Object.keys(companies).filter(isTicker)

export function isTicker(text: string): text is Ticker {
  return Object.hasOwn(companies, text)
}

export function parseTicker(text: string): Ticker | null {
  const letters = text.trim()
  // ASCII only, because toUpperCase turns ſ into S.
  const ticker = /^[a-z]+$/i.test(letters) ? letters.toUpperCase() : ''
  return isTicker(ticker) ? ticker : null
}

export const companyName = (ticker: Ticker): string => companies[ticker]
