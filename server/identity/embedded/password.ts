// Passwords as they are kept: argon2id, with the salt and the amount of work written into the text.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { promisify } from 'node:util'

import { createWorkQueue, type Claim } from './work-queue.ts'

export interface Passwords {
  /** Throws Busy when too many are waiting. People who have shown who they are go before strangers. */
  readonly hash: (password: string, claim?: Claim) => Promise<string>
  /** Takes as long without a stored text, so that nobody can tell from the time that there is none. */
  readonly matches: (password: string, stored: string | null, claim?: Claim) => Promise<boolean>
}

/** How much work one password is; what is stored names its own. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** Both are for tests, which try thousands and hold some up: no setting of the product leads here. */
export function createPasswords(
  cost: PasswordCost = usualCost,
  gate?: () => Promise<void>,
): Passwords {
  // Each takes 19 MiB and a core for a moment; a flood must not take them all.
  const inTurn = createWorkQueue({ atOnce: 2, waitingMax: 64 })
  const work = async (password: string, parameters: Work): Promise<Buffer> => {
    await gate?.()
    return derive(password, parameters)
  }
  const nobodys = write({ ...cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) })
  return {
    hash: async (password, claim) => {
      const salt = randomBytes(saltBytes)
      const tag = await inTurn(() => work(password, { ...cost, salt, tagLength: tagBytes }), claim)
      return write({ ...cost, salt, tag })
    },
    matches: async (password, stored, claim) => {
      const { tag, ...kept } = read(stored ?? nobodys)
      const derived = await inTurn(() => work(password, { ...kept, tagLength: tag.length }), claim)
      return timingSafeEqual(derived, tag) && stored !== null
    },
  }
}

/**
 * Characters as a person counts them, not the pieces that some of them are stored in. Half a character is none: all
 * halves are hashed alike, so that one would open what another has locked.
 */
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

/** Publishes the parameters of each hash, so that tests can count the work. */
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
  // The same letters can be typed as different characters on different keyboards.
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
