// Authenticated encryption (AES-256-GCM) of what is kept in the database, under a key of this installation.
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

export interface Cipher {
  /** The place is where it is kept: put elsewhere, it cannot be opened. */
  readonly encrypt: (text: string, place: Buffer) => Buffer
  /** Throws where it was encrypted with another key, or changed. */
  readonly decrypt: (encrypted: Buffer, place: Buffer) => string
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export const createCipher = (key: KeyObject): Cipher => ({
  encrypt: (text, place) => {
    const nonce = randomBytes(nonceBytes)
    const encryption = createCipheriv(algorithm, key, nonce).setAAD(place)
    const ciphertext = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
    return Buffer.concat([nonce, encryption.getAuthTag(), ciphertext])
  },
  decrypt: (encrypted, place) => {
    const nonce = encrypted.subarray(0, nonceBytes)
    const tag = encrypted.subarray(nonceBytes, nonceBytes + tagBytes)
    const decryption = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    decryption.setAAD(place).setAuthTag(tag)
    const text = decryption.update(encrypted.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decryption.final()]).toString('utf8')
  },
})
