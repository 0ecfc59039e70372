// The names of guests: checked, unique in their lesson, or made up.
import { randomInt } from 'node:crypto'

import { isGeneratedName, makeDisplayName } from '@tengrand/core/display-name.ts'
import { guestNameKey, parseGuestName } from '@tengrand/core/guest-name.ts'

import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'

export function readName(text: string, isGeneratedOnly: boolean) {
  const parsed = parseGuestName(text)
  if ('fault' in parsed) {
    const isReserved = parsed.fault === 'reserved'
    return { refusal: { code: 'invalid_name', isReserved, ofGuest: 'shape' } } as const
  }
  return isGeneratedOnly && !isGeneratedName(parsed.name)
    ? ({ refusal: { code: 'invalid_name', ofGuest: 'generated' } } as const)
    : parsed
}

/**
 * Whether another guest or member with an account has a name that looks like this one. Keys of old names of accounts can
 * end with a space and a number. The lesson is locked.
 */
export async function isNameTaken(tx: Tx, contestId: number, name: string, exceptId?: number) {
  const taken = await tx.query(
    `select from membership m join account a on a.id = m.account_id
     where m.contest_id = $1 and m.account_id is distinct from $3
       and (m.name_key = $2 or split_part(a.name_key, ' ', 1) = $2) limit 1`,
    [contestId, guestNameKey(name), exceptId],
  )
  return taken.length > 0
}

const triesMax = 20

/** The name, or one that is free in the lesson, which is locked. */
export async function freeName(tx: Tx, contestId: number, wished: string | null) {
  if (wished !== null)
    return (await isNameTaken(tx, contestId, wished)) ? refused('name_taken') : { name: wished }
  for (let tries = 0; tries < triesMax; tries += 1) {
    const name = makeDisplayName((n) => randomInt(n))
    if (!(await isNameTaken(tx, contestId, name))) return { name }
  }
  throw new Error('No free name was found.')
}
