// The search for a stock: the suggestions for typed letters, and the stock that a term names.
import { companyName, parseTicker, tickers, type Ticker } from './tickers.ts'

const suggestionsMax = 8

/** A single letter is part of most names. */
export const namePartMin = 2

export interface Suggestions {
  readonly found: readonly Ticker[]
  /** Whether no ticker has the letters, so that the stocks were found by company name or alias. */
  readonly isByName: boolean
}

/** Suggests stocks by a part of the ticker; only where there are none, by a part of a name or an alias. */
export function suggest(term: string, among: readonly Ticker[] = tickers): Suggestions {
  const part = term.trim().toUpperCase()
  if (part === '') return { found: [], isByName: false }
  const byTicker = among.filter((ticker) => ticker.includes(part))
  const isByName = byTicker.length === 0
  const found = isByName ? searchNames(term, among) : byTicker
  return { found: found.slice(0, suggestionsMax), isByName }
}

/** First the stock that the term names, then names that begin with it, then words and aliases, then parts of names. */
function searchNames(term: string, among: readonly Ticker[]): Ticker[] {
  const part = plain(term)
  if (part.length < namePartMin) return []
  const named = resolveTerm(term)
  const rank = (ticker: Ticker): number => {
    if (ticker === named) return 0
    if (plainName(ticker).startsWith(part)) return 1
    if (namesOf(ticker).some((name) => name.startsWith(part))) return 2
    return plainName(ticker).includes(part) ? 3 : Infinity
  }
  return among
    .map((ticker) => ({ ticker, rank: rank(ticker) }))
    .filter((match) => match.rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ ticker }) => ticker)
}

/** The number of letters from which a term may be the beginning of a name. */
const beginningMin = 3

/** The stock that a search term names: by ticker, by name or alias, or by the beginning of one company's name. */
export const resolveTerm = (term: string): Ticker | null =>
  parseTicker(term) ?? tickerOfName(term) ?? parseTicker(bare(term)) ?? tickerOfBeginning(term)

/** The stock whose full name was typed, or an alias, or a word that only this company has. */
export function tickerOfName(term: string): Ticker | null {
  const name = bare(term)
  if (name === '') return null
  return (
    tickers.find(
      (ticker) => bare(companyName(ticker)) === name || aliases[ticker].includes(name),
    ) ?? onlyOne((ticker) => plainName(ticker).split(' ').includes(name))
  )
}

function tickerOfBeginning(term: string): Ticker | null {
  const part = plain(term)
  if (part.replaceAll(/[^a-z]/g, '').length < beginningMin) return null
  return onlyOne((ticker) => plainName(ticker).startsWith(part))
}

function onlyOne(isNamed: (ticker: Ticker) => boolean): Ticker | null {
  const [first, ...others] = tickers.filter(isNamed)
  return others.length === 0 ? (first ?? null) : null
}

const plainName = (ticker: Ticker): string => plain(companyName(ticker))

/** The name of the company, the words in it, and the aliases. */
export function namesOf(ticker: Ticker): readonly string[] {
  const name = plainName(ticker)
  return [name, ...name.split(' '), ...aliases[ticker]]
}

/** Without capitals, and without signs between words or at their ends: 'Apple, Inc.' is 'apple inc'. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)
    .join(' ')

/** Without the words of names that say nothing about the company. */
const bare = (text: string): string =>
  plain(text)
    .split(' ')
    .filter((word) => !legalForms.has(word))
    .join(' ')

export const legalForms: ReadonlySet<string> = new Set(
  'inc corp corporation co company ltd plc s.a'.split(' '),
)

/** Products and other names that people know a company by. None is the ticker of another company. */
const aliases: Readonly<Record<Ticker, readonly string[]>> = {
  AAPL: ['iphone', 'ipad', 'macbook', 'airpods', 'itunes', 'ios'],
  GOOGL: ['google', 'goog', 'youtube', 'gmail', 'android', 'chrome', 'waymo', 'gemini'],
  MSFT: ['windows', 'xbox', 'azure', 'linkedin', 'github', 'minecraft', 'bing'],
  AMZN: ['amazon', 'aws', 'alexa', 'kindle', 'twitch', 'prime video', 'amazon prime'],
  TSLA: ['cybertruck', 'model 3', 'model y'],
  META: ['facebook', 'fb', 'instagram', 'whatsapp', 'oculus'],
  NVDA: ['geforce', 'cuda'],
  NFLX: [],
  AMD: ['ryzen', 'radeon'],
  INTC: ['pentium', 'xeon'],
  CRM: ['slack', 'tableau', 'sales force'],
  ADBE: ['photoshop', 'acrobat', 'illustrator', 'lightroom'],
  PYPL: ['venmo', 'braintree', 'pay pal'],
  UBER: ['uber eats', 'ubereats'],
  LYFT: [],
  SPOT: [],
}
