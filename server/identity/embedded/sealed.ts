// Bytes that can only be read with the key they were sealed with, and only under the name they were sealed for.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

export function seal(plain: Buffer, key: Buffer, name: string): Buffer {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(name))
  const text = Buffer.concat([sealing.update(plain), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), text])
}

/** Null where it was sealed with another key or for another name. */
export function unseal(sealed: Buffer, key: Buffer, name: string): Buffer | null {
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
  try {
    const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes })
      .setAAD(Buffer.from(name))
      .setAuthTag(tag)
    return Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()])
  } catch {
    return null
  }
}
