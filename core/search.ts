// The search for a stock: the suggestions for typed letters, the stock that a term names, and the one it was meant to name.
import { companyName, parseTicker, tickers, type Ticker } from './tickers.ts'

const suggestionsMax = 8

/** A single letter is part of most names. */
const namePartMin = 2

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

/** The stock that a term without a stock was probably meant to name: a part of its name, or a typing error away from it. */
export function guessTicker(term: string): Ticker | null {
  const part = plain(term)
  if (part.length < namePartMin) return null
  return suggest(term).found[0] ?? nearest(part)
}

function nearest(part: string): Ticker | null {
  let best: Ticker | null = null
  let bestErrors = errorsMax(part) + 1
  for (const ticker of tickers) {
    const names = [ticker.toLowerCase(), ...namesOf(ticker)].filter((name) => !legalForms.has(name))
    const errors = Math.min(...names.map((name) => typingErrors(part, name)))
    if (errors < bestErrors) [best, bestErrors] = [ticker, errors]
  }
  return best
}

/** An error in two letters leaves too little to tell what was meant. */
const errorsMax = (part: string): number => (part.length < 3 ? 0 : part.length < 7 ? 1 : 2)

/** Counts the letters to insert, delete, replace or swap with the next one (optimal string alignment). */
function typingErrors(typed: string, name: string): number {
  let before: number[] = []
  let row = Array.from({ length: name.length + 1 }, (_, column) => column)
  for (let i = 1; i <= typed.length; i++) {
    const next = [i]
    for (let j = 1; j <= name.length; j++) {
      const isSame = typed[i - 1] === name[j - 1]
      const isSwapped = typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1]
      next[j] = Math.min(
        at(row, j) + 1,
        at(next, j - 1) + 1,
        at(row, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Infinity,
      )
    }
    ;[before, row] = [row, next]
  }
  return at(row, name.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity

const plainName = (ticker: Ticker): string => plain(companyName(ticker))

/** The name of the company, the words in it, and the aliases. */
function namesOf(ticker: Ticker): readonly string[] {
  const name = plainName(ticker)
  return [name, ...name.split(' '), ...aliases[ticker]]
}

/** Without capitals, and without signs between words or at their ends: 'Apple, Inc.' is 'apple inc'. */
const plain = (text: string): string =>
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

const legalForms: ReadonlySet<string> = new Set(
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
