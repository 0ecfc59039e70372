// The limits of the sign-in: a class behind one address stays below them, a flood of guesses does not, and no limit that
// strangers can use up stands between owners and their accounts (docs/identity.md has the argument).
import type { LimitReached, Limit, Reservation, Throttle } from '../../http/throttle.ts'
import type { SignInLimits } from '../config.ts'

interface Guess {
  readonly email: string
  readonly address: string
  /** The device, where it has signed in to this very account before. */
  readonly device: string | null
}

export interface Attempts {
  readonly signUp: (address: string) => Promise<Reservation | LimitReached>
  /** Beyond this limit a reset is not refused, but takes the way of reset-backlog.ts. */
  readonly askForReset: (address: string) => Promise<Reservation | LimitReached>
  /** By the account, and by its address: but the first message of an hour is never refused because of others there. */
  readonly sendConfirmation: (personId: string, address: string) => Promise<LimitReached | null>
  readonly sendEmailChange: (personId: string, address: string) => Promise<LimitReached | null>
  /** All accounts together: a mailbox that someone names as their new email is not flooded. Resets are not counted. */
  readonly writeToNewEmail: (email: string) => Promise<Reservation | LimitReached>
  /**
   * By the mailbox, and not wiped out with an account: a stranger could sign up with an email, have messages sent to it,
   * delete the account and begin anew.
   */
  readonly writeTo: (
    email: string,
    what: 'confirmations' | 'notices',
  ) => Promise<Reservation | LimitReached>
  /** As `writeTo`, but one in ten minutes is always sent: it may be the owner who asks. */
  readonly sendReset: (email: string) => Promise<Reservation | LimitReached>
  /** By the account that the device is known to, where it is. */
  readonly signIn: (address: string, account: string | null) => Promise<Reservation | LimitReached>
  readonly guess: (guess: Guess) => Promise<Guessing | LimitReached>
  /** Counted by the session alone: no guess made elsewhere refuses the right password here, and none here elsewhere. */
  readonly guessInSession: (guess: SessionGuess) => Promise<Guessing | LimitReached>
}

interface SessionGuess {
  readonly email: string
  readonly sessionId: string
}

interface Guessing {
  readonly succeeded: () => Promise<void>
  /** The password was not looked at. */
  readonly cancelled: () => Promise<void>
}

const minute = 60
const messagesPerHour = 5
/** More than one account can have sent: only accounts that are made anew with the same email reach it. */
const messagesToMailboxPerHour = 12
/** Checks of a password in one session in a minute, right ones included: each costs a hash. */
const checksPerMinute = 10
/** In a minute, on devices that are known to the account. */
const ownSignInsMax = 30

export function createAttempts(throttle: Throttle, limits: SignInLimits): Attempts {
  const count = (what: string, part: string, most: number, minutes: number) =>
    throttle.reserve({ what, parts: [part], most, seconds: minutes * minute })
  const { signUpsPerTenMinutes, resetsPerTenMinutes, signInsPerMinute } = limits
  const sendOwn = async (what: string, personId: string, address: string) => {
    const own = await count(what, personId, messagesPerHour, 60)
    if ('retryAfterSeconds' in own) return own
    const there = await count('confirmations of an address', address, signUpsPerTenMinutes, 10)
    if ('release' in there) return null
    const first = await count(`first ${what}`, personId, 1, 60)
    return 'release' in first ? null : there
  }
  return {
    signUp: (address) => count('sign-ups of an address', address, signUpsPerTenMinutes, 10),
    askForReset: (address) => count('resets of an address', address, resetsPerTenMinutes, 10),
    sendConfirmation: (personId, address) =>
      sendOwn('confirmations of an account', personId, address),
    sendEmailChange: (personId, address) =>
      sendOwn('email changes of an account', personId, address),
    // Else whoever uses up the sign-ins of an address would lock out everybody there. Not by the device: one account can
    // have any number of them, and keep the server busy with its own right password.
    signIn: (address, account) =>
      account === null
        ? count('sign-ins of an address', address, signInsPerMinute, 1)
        : count('sign-ins of an account', account, Math.min(signInsPerMinute, ownSignInsMax), 1),
    writeToNewEmail: (email) =>
      throttle.reserve({
        what: 'letters',
        parts: [email],
        email,
        most: messagesPerHour,
        seconds: 60 * minute,
      }),
    writeTo: (email, what) => count(`${what} of a mailbox`, email, messagesToMailboxPerHour, 60),
    sendReset: async (email) => {
      const place = await count('resets of a mailbox', email, messagesToMailboxPerHour, 60)
      return 'release' in place ? place : count('resets of a flooded mailbox', email, 1, 10)
    },
    guess: (guess) => reserveGuess(throttle, limits, guess),
    guessInSession: async ({ email, sessionId }) => {
      // First, because its wait is the longer one where both limits are reached.
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

/** A count that only its owner adds to: the right password clears it. */
async function reserveOwn(throttle: Throttle, own: Limit): Promise<Guessing | LimitReached> {
  const place = await throttle.reserve(own)
  if ('retryAfterSeconds' in place) return place
  return { succeeded: () => throttle.forget(own), cancelled: place.release }
}

/** A device that has been in before is counted by itself; a stranger is counted with its address, and with all strangers. */
async function reserveGuess(
  throttle: Throttle,
  { failuresPerAddress, failuresPerAccount }: SignInLimits,
  { email, address, device }: Guess,
): Promise<Guessing | LimitReached> {
  if (device !== null) {
    return reserveOwn(throttle, failuresOf(email, 'a device', [device], failuresPerAddress))
  }
  const all = failuresOf(email, 'strangers', [], failuresPerAccount)
  // First, so that a siege from many addresses writes nothing.
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
    // What other strangers have guessed stays counted.
    succeeded: () => own.succeeded().then(strangers.release),
    cancelled: () => own.cancelled().then(strangers.release),
  }
}
