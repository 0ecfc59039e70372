// What every printed sheet says besides the name and the date: the range and the filters of the page.
import { useEffect } from 'react'

import { createStore, useStore } from './create-store.ts'

const facts = createStore<readonly string[]>([])

/** Adds a fact, such as 'Range 1M', while the component is mounted. */
export function usePrinted(fact: string): void {
  useEffect(() => {
    facts.set([...facts.get(), fact])
    return () => {
      const all = facts.get()
      facts.set(all.toSpliced(all.indexOf(fact), 1))
    }
  }, [fact])
}

/** Two charts of a page may have the same range. */
export const usePrintedFacts = (): readonly string[] => [...new Set(useStore(facts))]
