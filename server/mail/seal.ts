// Authenticated encryption (AES-256-GCM) of what is kept in the database, under a key of this installation.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export interface Seal {
  /** The place is where it is kept: put elsewhere, it cannot be opened. */
  readonly close: (text: string, place: Buffer) => Buffer
  /** Throws where it was sealed with another key, or changed. */
  readonly open: (sealed: Buffer, place: Buffer) => string
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export const createSeal = (key: Buffer): Seal => ({
  close: (text, place) => {
    const nonce = randomBytes(nonceBytes)
    const closing = createCipheriv(cipher, key, nonce).setAAD(place)
    const closed = Buffer.concat([closing.update(text, 'utf8'), closing.final()])
    return Buffer.concat([nonce, closing.getAuthTag(), closed])
  },
  open: (sealed, place) => {
    const nonce = sealed.subarray(0, nonceBytes)
    const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
    const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
    opening.setAAD(place).setAuthTag(tag)
    const text = opening.update(sealed.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, opening.final()]).toString('utf8')
  },
})
