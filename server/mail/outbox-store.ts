// The outbox in the database (table letter): every node adds encrypted messages, and one node at a time leases each to send it.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto'

import type { Tx } from '../db/handle.ts'
import type { KeyFor } from '../secret.ts'

export interface LeasedMessage {
  readonly key: Buffer
  readonly id: string
  readonly kind: string
  /** Throws where the secret of the installation has changed since. */
  readonly about: () => string
  readonly askedAt: number
  /** Includes the try of this lease: a node whose lease has expired has a lower number. */
  readonly tries: number
}

interface NewMessage {
  readonly kind: string
  readonly about: string
  readonly at: number
  readonly dueAt: number
  /** The limit of waiting messages of this kind. */
  readonly waitingMax: number
}

interface LeaseSearch {
  readonly kinds: readonly string[]
  readonly at: number
  /** The leases of this node, which seem expired after its clock has jumped. */
  readonly leased: readonly LeasedMessage[]
}

type Row = Pick<LeasedMessage, 'key' | 'id' | 'kind' | 'tries'> & {
  readonly sealed: Buffer
  readonly asked_at: Date
}

/** A lease that is not renewed expires: its node may have crashed. */
export const leaseMs = 60_000
/** Messages are dropped after this time. */
export const dayMs = 86_400_000

export class OutboxStore {
  readonly #db: Tx
  readonly #cipherKey: KeyObject
  readonly #hashKey: KeyObject

  constructor(db: Tx, keyFor: KeyFor) {
    this.#db = db
    this.#cipherKey = keyFor('letters')
    this.#hashKey = keyFor('keys of letters')
  }

  /**
   * False when too many messages wait, also where an equal one is among them: another answer would reveal that there is
   * such an account. A request that repeats a waiting one does not delay it.
   */
  async add({ kind, about, at, dueAt, waitingMax }: NewMessage): Promise<boolean> {
    const hashed = createHmac('sha256', this.#hashKey).update(JSON.stringify([kind, about]))
    const key = hashed.digest()
    const sealed = encrypt(this.#cipherKey, about, key)
    const added = await this.#db.query(
      `insert into letter (key, id, kind, sealed, since, asked_at, due_at)
       select $1, $2, $3, $4, $5, $5, $6
       where (select count(*) from (select from letter where kind = $3 limit $7) as waiting) < $7
       on conflict (key) do update
         set id = excluded.id, sealed = excluded.sealed, asked_at = excluded.asked_at,
           due_at = least(letter.due_at, excluded.due_at)
       returning true`,
      [key, randomUUID(), kind, sealed, new Date(at), new Date(dueAt), waitingMax],
    )
    return added.length > 0
  }

  /**
   * Leases a due message: first tries before retries, then the one that has been due for longest. Null where none is
   * due. Finds messages of unknown kinds, which another version has added, once they are old enough to be dropped.
   */
  async lease({ kinds, at, leased }: LeaseSearch): Promise<LeasedMessage | null> {
    const [row] = await this.#db.query<Row>(
      `update letter set leased_until = $2, tries = tries + 1
       where key = (
         select key from letter
         where due_at <= $1 and (leased_until is null or leased_until <= $1)
           and (kind = any($3) or asked_at <= $4) and key <> all($5)
         -- Retries last: a recipient whose mail server is slow must not hold up the others.
         order by tries > 0, due_at limit 1 for update skip locked)
       returning key, id, kind, sealed, asked_at, tries`,
      [
        new Date(at),
        new Date(at + leaseMs),
        kinds,
        new Date(at - dayMs),
        leased.map(({ key }) => key),
      ],
    )
    if (row === undefined) return null
    const { sealed, asked_at, ...message } = row
    const about = () => decrypt(this.#cipherKey, sealed, message.key)
    return { ...message, about, askedAt: asked_at.getTime() }
  }

  /** When the oldest message was added, and when the next one is due; null where none waits. */
  async status(kinds: readonly string[]): Promise<{ since: number | null; dueAt: number | null }> {
    const [row] = await this.#db.query<{ since: Date | null; due_at: Date | null }>(
      `select min(since) as since, min(greatest(due_at, leased_until)) as due_at
       from letter where kind = any($1)`,
      [kinds],
    )
    return { since: row?.since?.getTime() ?? null, dueAt: row?.due_at?.getTime() ?? null }
  }

  async renew({ key, tries }: LeasedMessage, at: number): Promise<void> {
    await this.#db.query('update letter set leased_until = $3 where key = $1 and tries = $2', [
      key,
      tries,
      new Date(at + leaseMs),
    ])
  }

  /** After it was sent or dropped. A message that was added again during the lease has a new id and stays. */
  async remove({ key, id, tries }: LeasedMessage): Promise<void> {
    const removed = await this.#db.query(
      'delete from letter where key = $1 and id = $2 returning true',
      [key, id],
    )
    // A row of this key that appears after the deletion may already be leased by another node.
    if (removed.length > 0) return
    // A second statement: it sees a message that was added while the first one waited for the lock of its row.
    await this.#db.query(
      `update letter set leased_until = null, since = asked_at, tries = 0
       where key = $1 and id <> $2 and tries = $3`,
      [key, id, tries],
    )
  }

  /** Ends the lease; the message is due again at the given time. */
  async release({ key, id, tries }: LeasedMessage, dueAt: number): Promise<void> {
    await this.#db.query(
      `update letter set leased_until = null, due_at = case when id = $2 then $4 else due_at end
       where key = $1 and tries = $3`,
      [key, id, tries, new Date(dueAt)],
    )
  }

  /** Decrypts all waiting messages, because only their content says whom they are about. */
  async removeWhere(matches: (about: string) => boolean): Promise<void> {
    const waiting = await this.#db.query<Pick<Row, 'key' | 'sealed'>>(
      'select key, sealed from letter',
    )
    const keys = waiting.flatMap(({ key, sealed }) => {
      try {
        return matches(decrypt(this.#cipherKey, sealed, key)) ? [key] : []
      } catch {
        // Encrypted with an earlier secret: unreadable, and dropped after a day.
        return []
      }
    })
    if (keys.length > 0) await this.#db.query('delete from letter where key = any($1)', [keys])
  }
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Bound to the key of its row: the ciphertext cannot be decrypted in another row. */
function encrypt(key: KeyObject, text: string, rowKey: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(rowKey)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

function decrypt(key: KeyObject, sealed: Buffer, rowKey: Buffer): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(rowKey).setAuthTag(tag)
  const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
