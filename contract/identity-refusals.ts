// The refusals about people: who they are, how they sign in, what they are called.
import { accountSentences, peopleSentences as say } from './identity-sentences.ts'

export interface RefusalEntry<Details> {
  readonly status: number
  readonly title: string
  readonly sentence: (details: Details) => string
  /** How long a client should wait before it tries again. */
  readonly retryAfterSeconds?: number
}

/** What makes a password easy to guess, also where it is in no list. */
export type PasswordPattern = 'repeat' | 'sequence' | 'keyboard' | 'date' | 'product'

const patternNames: Readonly<Record<PasswordPattern, string>> = {
  repeat: 'repeats are',
  sequence: 'characters in their usual order are',
  keyboard: 'keys next to each other are',
  date: 'dates are',
  product: 'the name of this site is',
}

/** The details that the sentence of each refusal needs. */
export interface PeopleRefusals {
  unauthorized: object
  invalid_credentials: object
  email_in_use: object
  email_departed: object
  /** Without more, it is too short or too long. */
  weak_password: { hasControlCharacters?: boolean }
  /** Without a pattern, it is one that many people have. */
  common_password: { pattern?: PasswordPattern }
  email_as_password: object
  wrong_password: object
  no_password: object
  same_email: object
  same_password: object
  invalid_email: object
  expired_link: object
  foreign_origin: object
  sign_up_closed: object
  domain_not_allowed: object
  google_not_set_up: object
  account_exists: object
  email_unverified: object
  sign_in_cancelled: object
  sign_in_failed: object
  sign_in_unavailable: object
  account_locked: object
  sign_in_again: object
  name_taken: object
  /** Without more, it does not look like a name. */
  invalid_name: { isReserved?: boolean }
}

export const peopleRefusals: {
  readonly [Code in keyof PeopleRefusals]: RefusalEntry<PeopleRefusals[Code]>
} = {
  unauthorized: { status: 401, title: 'Unauthorized', sentence: () => say.unauthorized },
  invalid_credentials: {
    status: 401,
    title: 'Invalid credentials',
    sentence: () => say.invalid_credentials,
  },
  email_in_use: {
    status: 409,
    title: 'Email in use',
    sentence: () => say.email_in_use,
  },
  email_departed: {
    status: 409,
    title: 'Email of a deleted account',
    sentence: () => accountSentences.email_departed,
  },
  weak_password: {
    status: 400,
    title: 'Weak password',
    sentence: ({ hasControlCharacters = false }) =>
      hasControlCharacters
        ? 'Please choose a password without control characters.'
        : say.weak_password,
  },
  common_password: {
    status: 400,
    title: 'Common password',
    sentence: ({ pattern }) =>
      pattern === undefined
        ? say.common_password
        : `Please choose another password: ${patternNames[pattern]} easily guessed.`,
  },
  email_as_password: {
    status: 400,
    title: 'Email as password',
    sentence: () => say.email_as_password,
  },
  // Not a 401: who is asking is known, and stays signed in.
  wrong_password: {
    status: 403,
    title: 'Wrong password',
    sentence: () => accountSentences.wrong_password,
  },
  no_password: {
    status: 409,
    title: 'No password',
    sentence: () => accountSentences.no_password,
  },
  same_email: {
    status: 400,
    title: 'Same email',
    sentence: () => accountSentences.same_email,
  },
  same_password: {
    status: 400,
    title: 'Same password',
    sentence: () => 'This is already your password.',
  },
  invalid_email: {
    status: 400,
    title: 'Invalid email',
    sentence: () => say.invalid_email,
  },
  expired_link: {
    status: 400,
    title: 'Expired link',
    sentence: () => say.expired_link,
  },
  foreign_origin: {
    status: 403,
    title: 'Foreign origin',
    sentence: () => say.foreign_origin,
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up closed',
    sentence: () => say.sign_up_closed,
  },
  domain_not_allowed: {
    status: 403,
    title: 'Domain not allowed',
    sentence: () => say.domain_not_allowed,
  },
  google_not_set_up: {
    status: 501,
    title: 'Google sign-in not set up',
    sentence: () => say.google_not_set_up,
  },
  account_exists: {
    status: 409,
    title: 'Account exists',
    sentence: () => say.account_exists,
  },
  email_unverified: {
    status: 403,
    title: 'Email unverified',
    sentence: () => say.email_unverified,
  },
  sign_in_cancelled: {
    status: 403,
    title: 'Sign-in canceled',
    sentence: () => say.sign_in_cancelled,
  },
  sign_in_failed: {
    status: 403,
    title: 'Sign-in failed',
    sentence: () => say.sign_in_failed,
  },
  sign_in_unavailable: {
    status: 503,
    title: 'Sign-in unavailable',
    sentence: () => say.sign_in_unavailable,
    retryAfterSeconds: 30,
  },
  // Not a 401: another sign-in would not help.
  account_locked: {
    status: 403,
    title: 'Account locked',
    sentence: () => say.account_locked,
  },
  sign_in_again: {
    status: 403,
    title: 'Sign in again',
    sentence: () => accountSentences.sign_in_again,
  },
  name_taken: {
    status: 409,
    title: 'Name taken',
    sentence: () => say.name_taken,
  },
  invalid_name: {
    status: 400,
    title: 'Invalid name',
    sentence: ({ isReserved = false }) =>
      isReserved
        ? 'This name cannot be used here. Please choose another one.'
        : 'A name has 3 to 24 letters (A to Z), digits, single spaces, - and _, at least three of them letters or digits.',
  },
}
