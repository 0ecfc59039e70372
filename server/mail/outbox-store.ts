// Messages that wait, in the database: every node adds to them, and one at a time holds the lease of a message.
import { createHmac, randomUUID } from 'node:crypto'

import type { Tx } from '../db/handle.ts'
import type { KeyFor } from '../secret.ts'
import { createCipher } from './cipher.ts'

export interface MessageStore {
  /** False when too many are waiting. */
  readonly add: (message: NewMessage) => Promise<boolean>
  /** Leases the one that has been due for longest and that no other node has leased; null where there is none. */
  readonly take: (search: Search) => Promise<TakenMessage | null>
  readonly status: (kinds: readonly string[]) => Promise<Waiting>
  /** Extends the lease. */
  readonly renew: (message: TakenMessage, at: number) => Promise<void>
  /** Sent, or given up; where it was asked for again meanwhile, that is a new one. */
  readonly remove: (message: TakenMessage) => Promise<void>
  /** Ends the lease; it is to be tried again. */
  readonly release: (message: TakenMessage, dueAt: number) => Promise<void>
}

interface NewMessage {
  readonly kind: string
  readonly about: string
  readonly at: number
  readonly dueAt: number
  /** Of its kind. */
  readonly waitingMax: number
}

interface Search {
  readonly kinds: readonly string[]
  readonly at: number
  /** Those that this node has leased, also where its clock has leapt and the leases seem to have ended. */
  readonly leased: readonly TakenMessage[]
}

export interface TakenMessage {
  readonly key: Buffer
  readonly id: string
  readonly kind: string
  /** Throws where the secret has changed since. */
  readonly about: () => string
  readonly askedAt: number
  /** With the one for which it was leased, so that a node whose lease has ended is known by a lower number. */
  readonly tries: number
}

interface Waiting {
  /** When the oldest was asked for; null where none is waiting. */
  readonly since: number | null
  readonly dueAt: number | null
}

/** So long does a lease last that is not renewed; its node may have ended. */
export const leaseMs = 60_000
/** So long is a message worth sending. */
export const dayMs = 86_400_000

export function createMessageStore(db: Tx, keyFor: KeyFor): MessageStore {
  const cipher = createCipher(keyFor('letters'))
  const hashKey = keyFor('keys of letters')
  const keyOf = (kind: string, about: string): Buffer =>
    createHmac('sha256', hashKey)
      .update(JSON.stringify([kind, about]))
      .digest()
  return {
    add: ({ kind, about, at, dueAt, waitingMax }) => {
      const key = keyOf(kind, about)
      const sealed = cipher.encrypt(about, key)
      return add(db, [key, randomUUID(), kind, sealed, ...dates(at, dueAt), waitingMax])
    },
    take: async (search) => {
      const row = await take(db, search)
      if (row === null) return null
      const { sealed, asked_at, ...message } = row
      const about = () => cipher.decrypt(sealed, message.key)
      return { ...message, about, askedAt: asked_at.getTime() }
    },
    status: (kinds) => status(db, kinds),
    renew: async ({ key, tries }, at) => {
      const leasedUntil = dates(at + leaseMs)
      await db.query('update letter set leased_until = $3 where key = $1 and tries = $2', [
        key,
        tries,
        ...leasedUntil,
      ])
    },
    remove: (message) => remove(db, message),
    release: async ({ key, id, tries }, dueAt) => {
      await db.query(
        `update letter set leased_until = null, due_at = case when id = $2 then $4 else due_at end
         where key = $1 and tries = $3`,
        [key, id, tries, ...dates(dueAt)],
      )
    },
  }
}

/** Those that wait, and are about somebody who is gone; what they are about is only known when it is decrypted. */
export async function removeMessages(
  tx: Tx,
  keyFor: KeyFor,
  isMeant: (about: string) => boolean,
): Promise<void> {
  const cipher = createCipher(keyFor('letters'))
  const waiting = await tx.query<{ key: Buffer; sealed: Buffer }>('select key, sealed from letter')
  const meant = waiting.filter(({ key, sealed }) => {
    try {
      return isMeant(cipher.decrypt(sealed, key))
    } catch {
      // Of an earlier secret: nobody can read it any more, and it is given up after a day.
      return false
    }
  })
  if (meant.length === 0) return
  await tx.query('delete from letter where key = any($1)', [meant.map(({ key }) => key)])
}

const dates = (...times: readonly number[]): Date[] => times.map((time) => new Date(time))

/**
 * Whoever asks again for what is waiting does not put it off. Where all places are taken they are refused as everybody is:
 * else the answer would say that a message is waiting, and so that there is such an account.
 */
async function add(db: Tx, values: readonly unknown[]): Promise<boolean> {
  const added = await db.query(
    `insert into letter (key, id, kind, sealed, since, asked_at, due_at)
     select $1, $2, $3, $4, $5, $5, $6
     where (select count(*) from (select from letter where kind = $3 limit $7) as waiting) < $7
     on conflict (key) do update
       set id = excluded.id, sealed = excluded.sealed, asked_at = excluded.asked_at,
         due_at = least(letter.due_at, excluded.due_at)
     returning true`,
    values,
  )
  return added.length > 0
}

type Row = Pick<TakenMessage, 'key' | 'id' | 'kind' | 'tries'> & {
  readonly sealed: Buffer
  readonly asked_at: Date
}

/** Also those of kinds that this version cannot write any more, when they are to be given up. */
async function take(db: Tx, { kinds, at, leased }: Search): Promise<Row | null> {
  const [row] = await db.query<Row>(
    `update letter set leased_until = $2, tries = tries + 1
     where key = (
       select key from letter
       where due_at <= $1 and (leased_until is null or leased_until <= $1)
         and (kind = any($3) or asked_at <= $4) and key <> all($5)
       -- Retries last: a recipient whose mail server is slow must not hold up the others.
       order by tries > 0, due_at limit 1 for update skip locked)
     returning key, id, kind, sealed, asked_at, tries`,
    [...dates(at, at + leaseMs), kinds, ...dates(at - dayMs), leased.map(({ key }) => key)],
  )
  return row ?? null
}

async function status(db: Tx, kinds: readonly string[]): Promise<Waiting> {
  const [row] = await db.query<{ since: Date | null; due_at: Date | null }>(
    `select min(since) as since, min(greatest(due_at, leased_until)) as due_at
     from letter where kind = any($1)`,
    [kinds],
  )
  return { since: row?.since?.getTime() ?? null, dueAt: row?.due_at?.getTime() ?? null }
}

async function remove(db: Tx, { key, id, tries }: TakenMessage): Promise<void> {
  await db.query(
    `with removed as (delete from letter where key = $1 and id = $2)
     update letter set leased_until = null, since = asked_at, tries = 0
     where key = $1 and id <> $2 and tries = $3`,
    [key, id, tries],
  )
}
