// The rate limits of sign-ins, sign-ups and messages. They admit a school class behind one address, stop floods of
// guesses, and do not let strangers lock out the owner of an account; docs/identity.md explains how.
import type { LimitReached, Limit, Throttle } from '../../http/throttle.ts'
import type { SignInLimits } from '../config.ts'

interface Guess {
  readonly email: string
  readonly address: string
  /** Null for a device that has not signed in to this account before. */
  readonly device: string | null
}

interface Guessing {
  readonly succeeded: () => Promise<void>
  /** The password was not checked. */
  readonly cancelled: () => Promise<void>
}

const minute = 60
const messagesPerHour = 5
/** More than one account can cause, so only accounts that are created again with the same email reach this limit. */
const messagesToMailboxPerHour = 12
/** Password checks of one session in a minute, including correct ones, because each costs a hash. */
const checksPerMinute = 10
/** Sign-ins per minute on devices that are known to the account. */
const ownSignInsMax = 30

export type Attempts = ReturnType<typeof createAttempts>

export function createAttempts(throttle: Throttle, limits: SignInLimits) {
  const count = (what: string, part: string, most: number, minutes: number, email?: string) =>
    throttle.reserve({ what, parts: [part], most, seconds: minutes * minute, email })
  const { signUpsPerTenMinutes, resetsPerTenMinutes, signInsPerMinute } = limits
  /** Limited by account and by address, but others at the address cannot block the first message of an hour. */
  const sendOwn = async (what: string, personId: string, address: string) => {
    const own = await count(what, personId, messagesPerHour, 60)
    if ('retryAfterSeconds' in own) return own
    const there = await count('confirmations of an address', address, signUpsPerTenMinutes, 10)
    if ('release' in there) return null
    const first = await count(`first ${what}`, personId, 1, 60)
    return 'release' in first ? null : there
  }
  return {
    signUp: (address: string) => count('sign-ups of an address', address, signUpsPerTenMinutes, 10),
    /** A reset beyond this limit goes to the backlog and is not refused. */
    requestReset: (address: string) =>
      count('resets of an address', address, resetsPerTenMinutes, 10),
    sendConfirmation: (personId: string, address: string) =>
      sendOwn('confirmations of an account', personId, address),
    sendEmailChange: (personId: string, address: string) =>
      sendOwn('email changes of an account', personId, address),
    /**
     * Counted by account on a known device, so that strangers at an address do not block the sign-ins of all others
     * there. Not counted by device, because one account can have any number of them.
     */
    signIn: (address: string, account: string | null) =>
      account === null
        ? count('sign-ins of an address', address, signInsPerMinute, 1)
        : count('sign-ins of an account', account, Math.min(signInsPerMinute, ownSignInsMax), 1),
    /** Counts all accounts together, so that they cannot flood a mailbox as their new email. Resets are not counted. */
    writeToNewEmail: (email: string) => count('letters', email, messagesPerHour, 60, email),
    /**
     * Counted by mailbox, also across accounts: otherwise a stranger could sign up with an email, have messages sent to
     * it, delete the account and start again.
     */
    writeTo: (email: string, what: 'confirmations' | 'notices') =>
      count(`${what} of a mailbox`, email, messagesToMailboxPerHour, 60),
    /** As `writeTo`, but one in ten minutes is always sent, because it may be the owner's. */
    sendReset: async (email: string) => {
      const reserved = await count('resets of a mailbox', email, messagesToMailboxPerHour, 60)
      return 'release' in reserved ? reserved : count('resets of a flooded mailbox', email, 1, 10)
    },
    guess: (guess: Guess) => reserveGuess(throttle, limits, guess),
    /** Counted by session only, so that guesses elsewhere do not block the correct password here, nor the other way round. */
    guessInSession: async (email: string, sessionId: string): Promise<Guessing | LimitReached> => {
      // First, because its wait is longer where both limits are reached.
      const most = limits.failuresPerAddress
      const own = await reserveOwn(throttle, failuresOf(email, 'a session', [sessionId], most))
      if ('retryAfterSeconds' in own) return own
      const check = await count('password checks', sessionId, checksPerMinute, 1)
      if ('release' in check) return own
      await own.cancelled()
      return check
    },
  }
}

const failuresOf = (
  email: string,
  what: string,
  parts: readonly string[],
  most: number,
): Limit => ({
  what: `failures of ${what}`,
  parts: [email, ...parts],
  email,
  most,
  seconds: 15 * minute,
})

/** A count that strangers cannot add to: the correct password clears it. */
async function reserveOwn(throttle: Throttle, own: Limit): Promise<Guessing | LimitReached> {
  const reserved = await throttle.reserve(own)
  if ('retryAfterSeconds' in reserved) return reserved
  return { succeeded: () => throttle.forget(own), cancelled: reserved.release }
}

/** A known device has its own count; an unknown one counts for its address, and for all unknown devices together. */
async function reserveGuess(
  throttle: Throttle,
  { failuresPerAddress, failuresPerAccount }: SignInLimits,
  { email, address, device }: Guess,
): Promise<Guessing | LimitReached> {
  if (device !== null) {
    return reserveOwn(throttle, failuresOf(email, 'a device', [device], failuresPerAddress))
  }
  const all = failuresOf(email, 'strangers', [], failuresPerAccount)
  // First, so that an attack from many addresses writes nothing.
  const recalled = throttle.recall(all)
  if (recalled !== null) return recalled
  const own = await reserveOwn(
    throttle,
    failuresOf(email, 'an address', [address], failuresPerAddress),
  )
  if ('retryAfterSeconds' in own) return own
  const strangers = await throttle.reserve(all)
  if ('retryAfterSeconds' in strangers) {
    await own.cancelled()
    return strangers
  }
  return {
    // The guesses of other strangers stay counted.
    succeeded: () => own.succeeded().then(strangers.release),
    cancelled: () => own.cancelled().then(strangers.release),
  }
}
