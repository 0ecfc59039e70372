// Who may try a password: a class behind one address can, a flood of guesses cannot, and nobody can lock an owner out.
import type { SignInLimits } from '../config.ts'
import type { Full, Limit, Place, Throttle } from './throttle.ts'

interface Guess {
  readonly email: string
  readonly address: string
  /** The device, where it has signed in to this very account before. */
  readonly device: string | null
}

type Arrival = Omit<Guess, 'email'>

export interface Attempts {
  readonly signUp: (address: string) => Promise<Place | Full>
  readonly askForReset: (address: string) => Promise<Place | Full>
  /** However many ask for it, a mailbox is not flooded. */
  readonly sendLetter: (email: string) => Promise<Place | Full>
  readonly signIn: (arrival: Arrival) => Promise<Place | Full>
  readonly guess: (guess: Guess) => Promise<Guessing | Full>
}

interface Guessing {
  readonly succeeded: () => Promise<void>
  /** The password was not looked at. */
  readonly cancelled: () => Promise<void>
}

const minute = 60
const lettersPerHour = 5

export function createAttempts(throttle: Throttle, limits: SignInLimits): Attempts {
  const { reserve } = throttle
  const perAddress = (what: string, most: number, seconds: number) => (address: string) =>
    reserve({ what: `${what} of an address`, parts: [address], most, seconds })
  const signInAsStranger = perAddress('sign-ins', limits.signInsPerMinute, minute)
  const signInOn = (device: string) =>
    reserve({
      what: 'sign-ins of a device',
      parts: [device],
      most: limits.signInsPerMinute,
      seconds: minute,
    })
  return {
    signUp: perAddress('sign-ups', limits.signUpsPerTenMinutes, 10 * minute),
    askForReset: perAddress('resets', limits.resetsPerTenMinutes, 10 * minute),
    // Else whoever uses up the sign-ins of an address would lock out everybody there.
    signIn: ({ address, device }) =>
      device === null ? signInAsStranger(address) : signInOn(device),
    sendLetter: (email) =>
      reserve({
        what: 'letters',
        parts: [email],
        email,
        most: lettersPerHour,
        seconds: 60 * minute,
      }),
    guess: (guess) => reserveGuess(throttle, limits, guess),
  }
}

/** A device that has been in before is counted by itself; a stranger is counted with its address, and with all strangers. */
async function reserveGuess(
  throttle: Throttle,
  limits: SignInLimits,
  { email, address, device }: Guess,
): Promise<Guessing | Full> {
  const counted = { email, seconds: 15 * minute }
  const own: Limit = {
    ...counted,
    ...(device === null
      ? { what: 'failures of an address', parts: [email, address] }
      : { what: 'failures of a device', parts: [email, device] }),
    most: limits.failuresPerAddress,
  }
  const all: Limit = {
    ...counted,
    what: 'failures of strangers',
    parts: [email],
    most: limits.failuresPerAccount,
  }
  // First, so that a siege from many addresses writes nothing.
  const recalled = device === null ? throttle.recall(all) : null
  if (recalled !== null) return recalled
  const place = await throttle.reserve(own)
  if ('retryAfterSeconds' in place) return place
  const forget = () => throttle.forget(own)
  if (device !== null) return { succeeded: forget, cancelled: place.giveBack }
  const strangers = await throttle.reserve(all)
  if ('retryAfterSeconds' in strangers) {
    await place.giveBack()
    return strangers
  }
  return {
    // What other strangers have guessed stays counted.
    succeeded: () => both(forget, strangers.giveBack),
    cancelled: () => both(place.giveBack, strangers.giveBack),
  }
}

async function both(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  await first()
  await second()
}
