// Whether the learner has opened the line of the journal in this browser: it is open next time.
import { loadItem, saveItem } from '../browser/storage.ts'

const item = 'tengrand-journal-open'

export const wasJournalOpened = (): boolean => loadItem('localStorage', item) !== null
export const rememberJournalOpened = (isOpen: boolean): void =>
  saveItem('localStorage', item, isOpen ? 'yes' : null)
