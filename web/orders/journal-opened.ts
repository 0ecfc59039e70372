// What the form knows of the line of the journal, which is loaded after it: what it gives, and whether it was opened in this
// browser, where it is open next time.
import type { Confidence } from '@tengrand/core/journal.ts'

import { loadItem, saveItem } from '../browser/storage.ts'

/** What the form asks of the line. The line has the state, so that the form stays small. */
export interface JournalDraft {
  /** The fields of the next request, without those that were left empty. */
  readonly take: () => { readonly note?: string; readonly confidence?: Confidence }
  /** After an order was accepted. Keeps what was written for the next one meanwhile. */
  readonly emptySent: () => void
}

const item = 'tengrand-journal-open'

export const wasJournalOpened = (): boolean => loadItem('localStorage', item) !== null

/** Returns what it remembers. */
export function rememberJournalOpened(isOpen: boolean): boolean {
  saveItem('localStorage', item, isOpen ? 'yes' : null)
  return isOpen
}
