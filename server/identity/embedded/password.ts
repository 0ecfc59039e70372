// Hashes and checks passwords with argon2id; the stored text has the salt and the cost.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { promisify } from 'node:util'

import { createWorkQueue, type Claim } from './work-queue.ts'

export interface PasswordCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

export type Passwords = ReturnType<typeof createPasswords>

/** Its functions throw Busy when too many hashes are waiting. Tests pass a cheap cost, and a gate that each hash awaits. */
export function createPasswords(cost: PasswordCost = usualCost, gate?: () => Promise<void>) {
  // Each hash takes 19 MiB and a core for a moment; a flood must not take them all.
  const enqueue = createWorkQueue({ atOnce: 2, waitingMax: 64 })
  const enqueueHash = (password: string, parameters: Work, claim?: Claim): Promise<Buffer> =>
    enqueue(async () => {
      await gate?.()
      return derive(password, parameters)
    }, claim)
  const dummy = write({ ...cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) })
  return {
    hash: async (password: string, claim?: Claim): Promise<string> => {
      const salt = randomBytes(saltBytes)
      const tag = await enqueueHash(password, { ...cost, salt, tagLength: tagBytes }, claim)
      return write({ ...cost, salt, tag })
    },
    /** Hashes also without a stored text, so that the time does not reveal that there is none. */
    matches: async (password: string, stored: string | null, claim?: Claim): Promise<boolean> => {
      const { tag, ...parameters } = read(stored ?? dummy)
      const work = { ...parameters, tagLength: tag.length }
      const derived = await enqueueHash(password, work, claim)
      return timingSafeEqual(derived, tag) && stored !== null
    },
  }
}

/** Counts code points. Lone surrogates are refused, because all of them are hashed alike. */
export function isFitPassword(text: string): boolean {
  if (text.length > 4 * charactersMax || !text.isWellFormed()) return false
  const characters = Array.from(text).length
  return characters >= charactersMin && characters <= charactersMax
}

export const charactersMin = 8
const charactersMax = 128

const usualCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** Publishes the parameters of each hash for tests. */
export const passwordWork = channel('tengrand:password-work')

const argon2Async = promisify(argon2)

interface Parameters extends PasswordCost {
  readonly salt: Buffer
}

interface Work extends Parameters {
  readonly tagLength: number
}

function derive(password: string, { salt, ...parameters }: Work): Promise<Buffer> {
  passwordWork.publish(parameters)
  // Keyboards differ in the code points of the same letters.
  const message = Buffer.from(password.normalize('NFKC'))
  return argon2Async('argon2id', { message, nonce: salt, ...parameters })
}

const write = ({
  memory,
  passes,
  parallelism,
  salt,
  tag,
}: Parameters & { readonly tag: Buffer }): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const form =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function read(stored: string): Parameters & { readonly tag: Buffer } {
  const parts = form.exec(stored)
  if (parts === null) throw new Error('A stored password has an unknown form.')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
