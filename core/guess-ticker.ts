// Guesses the stock that a term without a stock was probably meant to name.
import { legalForms, namePartMin, namesOf, plain, suggest } from './search.ts'
import { tickers, type Ticker } from './tickers.ts'

/** A stock with the term as a part of its name, or a typing error away from it. */
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
