// Who may try a password: a class behind one address can, a flood of guesses cannot, and nobody can lock an owner out.
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
  readonly askForReset: (address: string) => Promise<Reservation | LimitReached>
  readonly askForConfirmation: (address: string) => Promise<Reservation | LimitReached>
  /** By the account: a stranger must not be able to use this up. */
  readonly sendConfirmation: (personId: string) => Promise<Reservation | LimitReached>
  /** By the session: whoever has stolen one shall not lock the owner out elsewhere. */
  readonly checkPassword: (sessionId: string) => Promise<Reservation | LimitReached>
  /** However many new emails somebody thinks of, messages to strangers are few. */
  readonly changeEmail: (personId: string) => Promise<Reservation | LimitReached>
  /** However many ask for it, a mailbox is not flooded. */
  readonly sendMessage: (email: string) => Promise<Reservation | LimitReached>
  /** By the account that the device is known to, where it is. */
  readonly signIn: (address: string, account: string | null) => Promise<Reservation | LimitReached>
  readonly guess: (guess: Guess) => Promise<Guessing | LimitReached>
}

interface Guessing {
  readonly succeeded: () => Promise<void>
  /** The password was not looked at. */
  readonly cancelled: () => Promise<void>
}

const minute = 60
const messagesPerHour = 5
const checksPerMinute = 10
/** In a minute, on devices that are known to the account. */
const ownSignInsMax = 30

export function createAttempts(throttle: Throttle, limits: SignInLimits): Attempts {
  const count = (what: string, part: string, most: number, minutes: number) =>
    throttle.reserve({ what, parts: [part], most, seconds: minutes * minute })
  const { signUpsPerTenMinutes, resetsPerTenMinutes, signInsPerMinute } = limits
  return {
    signUp: (address) => count('sign-ups of an address', address, signUpsPerTenMinutes, 10),
    askForReset: (address) => count('resets of an address', address, resetsPerTenMinutes, 10),
    askForConfirmation: (address) =>
      count('confirmations of an address', address, signUpsPerTenMinutes, 10),
    sendConfirmation: (personId) =>
      count('confirmations of an account', personId, messagesPerHour, 60),
    checkPassword: (sessionId) => count('password checks', sessionId, checksPerMinute, 1),
    changeEmail: (personId) => count('email changes of an account', personId, messagesPerHour, 60),
    // Else whoever uses up the sign-ins of an address would lock out everybody there. Not by the device: one account can
    // have any number of them, and keep the server busy with its own right password.
    signIn: (address, account) =>
      account === null
        ? count('sign-ins of an address', address, signInsPerMinute, 1)
        : count('sign-ins of an account', account, Math.min(signInsPerMinute, ownSignInsMax), 1),
    sendMessage: (email) =>
      throttle.reserve({
        what: 'letters',
        parts: [email],
        email,
        most: messagesPerHour,
        seconds: 60 * minute,
      }),
    guess: (guess) => reserveGuess(throttle, limits, guess),
  }
}

/** A device that has been in before is counted by itself; a stranger is counted with its address, and with all strangers. */
async function reserveGuess(
  throttle: Throttle,
  { failuresPerAddress, failuresPerAccount }: SignInLimits,
  { email, address, device }: Guess,
): Promise<Guessing | LimitReached> {
  const failures = (what: string, parts: readonly string[], most: number): Limit => ({
    what: `failures of ${what}`,
    parts: [email, ...parts],
    email,
    most,
    seconds: 15 * minute,
  })
  const own =
    device === null
      ? failures('an address', [address], failuresPerAddress)
      : failures('a device', [device], failuresPerAddress)
  const all = failures('strangers', [], failuresPerAccount)
  // First, so that a siege from many addresses writes nothing.
  const recalled = device === null ? throttle.recall(all) : null
  if (recalled !== null) return recalled
  const place = await throttle.reserve(own)
  if ('retryAfterSeconds' in place) return place
  const forget = () => throttle.forget(own)
  if (device !== null) return { succeeded: forget, cancelled: place.release }
  const strangers = await throttle.reserve(all)
  if ('retryAfterSeconds' in strangers) {
    await place.release()
    return strangers
  }
  return {
    // What other strangers have guessed stays counted.
    succeeded: () => forget().then(strangers.release),
    cancelled: () => place.release().then(strangers.release),
  }
}
