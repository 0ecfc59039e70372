// A word of the trade with its explanation from the glossary: at the word itself, or at a mark beside it.
import type { ReactNode } from 'react'

import { glossary, type Term } from './glossary.ts'
import { Icon } from './icons.tsx'
import { Hint, Tip } from './tip.tsx'

export function Explained({ term, children }: { term: Term; children: ReactNode }) {
  return <Hint words={glossary[term]}>{children}</Hint>
}

/** For a word that is a button already. */
export function ExplainedBeside({ term }: { term: Term }) {
  return (
    <Tip words={glossary[term]} className="inline-block align-middle">
      {(describedBy) => (
        <button
          type="button"
          aria-label={`What is the ${term}?`}
          aria-describedby={describedBy}
          className="flex size-6 cursor-help items-center justify-center rounded-full text-muted hover:text-ink"
        >
          <Icon name="info" className="size-3.5" />
        </button>
      )}
    </Tip>
  )
}
