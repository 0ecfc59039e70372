// The glossary of trading terms, and the components that explain a term: on the word itself, or on an icon beside it.
import type { ReactNode } from 'react'

import { Hint, Info } from './tip.tsx'

export const glossary = {
  'average price': "The average you paid per share. Buying changes it; selling doesn't.",
  'market value': 'What your shares are worth right now.',
  'realized gain': "Profit or loss you've locked in by selling.",
  'unrealized gain': 'Profit or loss on the shares you still hold. It moves with the price.',
  bid: "The bid is what you get for one share when you sell. It's never above the price.",
  ask: "The ask is what you pay for one share when you buy. It's never below the price.",
  allocation: 'How your money is split between stocks and cash.',
  ROI: 'Return on investment. Your gain or loss as a percentage of your starting cash.',
  today: "The change since the previous day's close.",
} as const

export type Term = keyof typeof glossary

export function Explained({ term, children }: { term: Term; children: ReactNode }) {
  return <Hint words={glossary[term]}>{children}</Hint>
}

/** Explains a term beside the word, where the word itself is a button already. */
export const ExplainedBeside = ({ term }: { term: Term }) => (
  <Info
    words={glossary[term]}
    label={`What is the ${term}?`}
    className="inline-block align-middle"
  />
)
