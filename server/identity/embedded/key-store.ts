// Signing keys in the database: read by all nodes, made by whichever node first needs one.
import { generateKeyPairSync, randomUUID } from 'node:crypto'

import type { Db, Tx } from '../../db.ts'
import { channel } from './notices.ts'
import { seal } from './sealed.ts'

export interface StoredKey {
  readonly id: string
  readonly publicKey: { readonly kty: string; readonly crv: string; readonly x: string }
  /** Sealed. */
  readonly privateKey: Buffer
  readonly expiresAt: Date
}

export interface NewKey {
  readonly at: number
  readonly signsForMs: number
  readonly sealWith: Buffer
}

/** Any number that nothing else in this database locks on. */
const lockKey = 7_264_004

/** Those that have signed within living memory, the newest first. */
export const readKeys = (db: Tx, expiredAfter: Date): Promise<StoredKey[]> =>
  db.query(`${selectKey} where expires_at > $1 order by expires_at desc, id limit 100`, [
    expiredAfter,
  ])

const selectKey = `
  select id, public_key as "publicKey", private_key as "privateKey", expires_at as "expiresAt"
  from identity.signing_key`

/** The key that signs now; one is made where there is none, once however many ask. */
export function currentKey(db: Db, { at, signsForMs, sealWith }: NewKey): Promise<StoredKey> {
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
    const [current] = await readKeys(tx, new Date(at))
    if (current !== undefined) return current
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const id = randomUUID()
    const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
    const [made] = await tx.query<StoredKey>(
      `insert into identity.signing_key (id, public_key, private_key, created_at, expires_at)
       values ($1, $2, $3, $4, $5)
       returning id, public_key as "publicKey", private_key as "privateKey", expires_at as "expiresAt"`,
      [
        id,
        publicKey.export({ format: 'jwk' }),
        seal(pkcs8, sealWith, id),
        new Date(at),
        new Date(at + signsForMs),
      ],
    )
    if (made === undefined) throw new Error('A key that was just stored is gone.')
    await tx.query("select pg_notify($1, 'keys')", [channel])
    return made
  })
}

/** The newest of all, whether it still signs or not. */
export async function newestKey(db: Tx): Promise<StoredKey | null> {
  const [newest] = await db.query<StoredKey>(`${selectKey} order by expires_at desc, id limit 1`)
  return newest ?? null
}

/** Returns how many those were. */
export function dropKeys(db: Db, isUseless: (key: StoredKey) => boolean): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
    const useless = (await tx.query<StoredKey>(selectKey)).filter(isUseless).map(({ id }) => id)
    await tx.query('delete from identity.signing_key where id = any($1)', [useless])
    return useless.length
  })
}
