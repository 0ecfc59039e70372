// The refusals of identity and account: sign-in, password, email, display name.
import { accountSentences, identitySentences as say } from './sentences.ts'

export interface RefusalEntry<Details> {
  readonly status: number
  readonly title: string
  /** A fixed sentence, or a function of the details. */
  readonly sentence: string | ((details: Details) => string)
  /** How long a client should wait before it tries again. */
  readonly retryAfterSeconds: number | undefined
}

export const entry = <Details = object>(
  status: number,
  title: string,
  sentence: RefusalEntry<Details>['sentence'],
  retryAfterSeconds?: number,
): RefusalEntry<Details> => ({ status, title, sentence, retryAfterSeconds })

/** The details for the sentences of a table, by code. */
export type DetailsOf<Table> = {
  [Code in keyof Table]: Table[Code] extends RefusalEntry<infer Details> ? Details : never
}

/** A pattern that makes a password easy to guess. */
export type PasswordPattern = 'repeat' | 'sequence' | 'keyboard' | 'date' | 'product'

const patternNames: Readonly<Record<PasswordPattern, string>> = {
  repeat: 'Repeats are',
  sequence: 'Sequences such as abcd or 1234 are',
  keyboard: 'Keys in a row, such as qwerty, are',
  date: 'Dates are',
  product: 'The name of this site is',
}

/** No details means that the text does not have the form of a name. A guest's name can have another form. */
interface NameFault {
  isReserved?: boolean
  ofGuest?: 'shape' | 'generated'
}

export const identityRefusals = {
  unauthorized: entry(401, 'Unauthorized', say.unauthorized),
  invalid_credentials: entry(401, 'Invalid credentials', say.invalid_credentials),
  email_in_use: entry(409, 'Email in use', say.email_in_use),
  email_departed: entry(409, 'Email of a deleted account', accountSentences.email_departed),
  /** No details means too short or too long. */
  weak_password: entry(
    400,
    'Weak password',
    ({ hasControlCharacters = false }: { hasControlCharacters?: boolean }) =>
      hasControlCharacters ? 'Choose a password without control characters.' : say.weak_password,
  ),
  /** No pattern means the password is in the list of common passwords. */
  common_password: entry(400, 'Common password', ({ pattern }: { pattern?: PasswordPattern }) =>
    pattern === undefined
      ? say.common_password
      : `${patternNames[pattern]} easy to guess. Choose another password.`,
  ),
  email_as_password: entry(400, 'Email as password', say.email_as_password),
  // Not a 401: the caller is known and stays signed in.
  wrong_password: entry(403, 'Wrong password', accountSentences.wrong_password),
  no_password: entry(409, 'No password', accountSentences.no_password),
  same_email: entry(400, 'Same email', accountSentences.same_email),
  same_password: entry(400, 'Same password', 'This is already your password.'),
  invalid_email: entry(400, 'Invalid email', say.invalid_email),
  expired_link: entry(400, 'Expired link', say.expired_link),
  foreign_origin: entry(403, 'Foreign origin', say.foreign_origin),
  sign_up_closed: entry(403, 'Sign-up closed', say.sign_up_closed),
  domain_not_allowed: entry(403, 'Domain not allowed', say.domain_not_allowed),
  google_not_set_up: entry(501, 'Google sign-in not set up', say.google_not_set_up),
  account_exists: entry(409, 'Account exists', say.account_exists),
  email_unverified: entry(403, 'Email unverified', say.email_unverified),
  sign_in_cancelled: entry(403, 'Sign-in cancelled', say.sign_in_cancelled),
  sign_in_failed: entry(403, 'Sign-in failed', say.sign_in_failed),
  sign_in_unavailable: entry(503, 'Sign-in unavailable', say.sign_in_unavailable, 30),
  // Not a 401: another sign-in would not help.
  account_locked: entry(403, 'Account locked', say.account_locked),
  sign_in_again: entry(403, 'Sign in again', accountSentences.sign_in_again),
  name_taken: entry(409, 'Name taken', ({ byGuest = false }: { byGuest?: boolean }) =>
    byGuest
      ? 'A guest of this lesson has a name like yours. Change your name, then join.'
      : 'Someone already has this name. Choose another one.',
  ),
  invalid_name: entry(400, 'Invalid name', ({ isReserved = false, ofGuest }: NameFault) => {
    if (isReserved) return "You can't use this name here. Choose another one."
    if (ofGuest === 'generated') return 'Take one of the names that are offered in this lesson.'
    return ofGuest === 'shape'
      ? "Use 2 to 24 letters and digits, with single spaces, -, _ or ' between them."
      : 'Use 3 to 24 letters (A to Z), digits, single spaces, - and _. At least three must be letters or digits.'
  }),
}

export type IdentityRefusals = DetailsOf<typeof identityRefusals>
