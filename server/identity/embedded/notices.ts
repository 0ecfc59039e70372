// What nodes tell each other at once; whoever misses a notice finds out a little later by looking.
import type { Db } from '../../db.ts'

/** Words on it are heard when the transaction that says them is committed: `keys`, and `ended` with a session's id. */
export const channel = 'tengrand_identity'

export interface Hearing {
  /** Another key signs from now on. */
  readonly onKeys: () => void
  readonly onSessionEnded: (id: string) => void
  /** Anything may have been missed. */
  readonly onGap: () => void
}

export const hear = (db: Db, { onKeys, onSessionEnded, onGap }: Hearing) =>
  db.listen(channel, (word) => {
    if (word === 'keys') onKeys()
    else if (word.startsWith('ended ')) onSessionEnded(word.slice('ended '.length))
    else onGap()
  })
