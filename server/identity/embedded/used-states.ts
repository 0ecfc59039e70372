// Remembers for a while which states have come back from Google, so that each lets somebody in once.
import { createHmac } from 'node:crypto'

import type { Tx } from '../../db.ts'

/** True the first time, on whichever node; false ever after. */
export type UseUp = (state: string) => Promise<boolean>

export interface StateDoors {
  readonly db: Tx
  readonly key: Buffer
  readonly now: () => number
}

/** As long as the library takes a state; it was begun before it was used. */
const livesMs = 600_000

export const createUsedStates =
  ({ db, key, now }: StateDoors): UseUp =>
  async (state) => {
    const name = `state:${createHmac('sha256', key).update(state).digest('base64url')}`
    const at = now()
    const first = await db.query(
      `insert into identity.verification
         (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
       values ($1, $1, '', $2, $3, $3) on conflict (id) do nothing returning true`,
      [name, new Date(at + livesMs), new Date(at)],
    )
    return first.length > 0
  }
