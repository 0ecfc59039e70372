// The 16 stocks that can be traded, and the search for a stock by ticker or company.

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

const matchesMax = 8

export function searchTickers(term: string, among: readonly Ticker[] = tickers): Ticker[] {
  const part = term.trim().toUpperCase()
  if (part === '') return []
  return among.filter((ticker) => ticker.includes(part)).slice(0, matchesMax)
}

/** The minimum length of a search text: shorter texts are part of too many names. */
const namePartMin = 3

/** Finds stocks by a part of the company's name. */
export function searchCompanies(term: string, among: readonly Ticker[] = tickers): Ticker[] {
  const part = term.trim().toLowerCase()
  if (part.length < namePartMin) return []
  return among.filter((ticker) => hasInName(ticker, part)).slice(0, matchesMax)
}

// The stock whose company name was typed instead of a ticker.
export function suggestTicker(term: string): Ticker | null {
  const part = term.trim().toLowerCase()
  if (part === '') return null
  return tickers.find((ticker) => hasInName(ticker, part)) ?? null
}

const hasInName = (ticker: Ticker, part: string): boolean =>
  companies[ticker].toLowerCase().includes(part)
