// How the server says no to people about themselves: who they are, how they come in, what they are called.

export interface Line<Details> {
  readonly status: number
  readonly title: string
  readonly sentence: (details: Details) => string
  /** How long a client should wait before it tries again. */
  readonly retryAfterSeconds?: number
}

/** The details that the sentence of each refusal needs. */
export interface PeopleRefusals {
  unauthorized: object
  invalid_credentials: object
  email_in_use: object
  weak_password: object
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
  name_taken: object
  /** Without more, it does not look like a name. */
  invalid_name: { isReserved?: boolean }
}

export const peopleRefusals: {
  readonly [Code in keyof PeopleRefusals]: Line<PeopleRefusals[Code]>
} = {
  unauthorized: { status: 401, title: 'Unauthorized', sentence: () => 'Please sign in again.' },
  invalid_credentials: {
    status: 401,
    title: 'Invalid credentials',
    sentence: () => 'The e-mail or the password is not right.',
  },
  email_in_use: {
    status: 409,
    title: 'E-mail in use',
    sentence: () => 'There is already an account with this e-mail. Try to sign in instead.',
  },
  weak_password: {
    status: 400,
    title: 'Weak password',
    sentence: () => 'Please choose a password of 8 to 128 characters.',
  },
  invalid_email: {
    status: 400,
    title: 'Invalid e-mail',
    sentence: () => 'Please enter a valid e-mail address.',
  },
  expired_link: {
    status: 400,
    title: 'Expired link',
    sentence: () => 'This link has expired or was already used. Please ask for a new one.',
  },
  foreign_origin: {
    status: 403,
    title: 'Foreign origin',
    sentence: () => 'This server was set up for another address than this one (PUBLIC_URL).',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up closed',
    sentence: () => 'New accounts cannot be made here. Only people who have one can sign in.',
  },
  domain_not_allowed: {
    status: 403,
    title: 'Domain not allowed',
    sentence: () => 'This server does not take people with an e-mail address of this domain.',
  },
  google_not_set_up: {
    status: 501,
    title: 'Google sign-in not set up',
    sentence: () => 'Google sign-in is not set up on this server.',
  },
  account_exists: {
    status: 409,
    title: 'Account exists',
    sentence: () =>
      'There is already an account with this e-mail. Please sign in with your password.',
  },
  email_unverified: {
    status: 403,
    title: 'E-mail unverified',
    sentence: () => 'Google does not vouch for the e-mail of this account.',
  },
  sign_in_cancelled: {
    status: 403,
    title: 'Sign-in cancelled',
    sentence: () => 'The sign-in was cancelled.',
  },
  sign_in_failed: {
    status: 403,
    title: 'Sign-in failed',
    sentence: () => 'The sign-in could not be completed. Please try again.',
  },
  sign_in_unavailable: {
    status: 503,
    title: 'Sign-in unavailable',
    sentence: () => 'The sign-in there cannot be reached right now. Please try again in a moment.',
    retryAfterSeconds: 30,
  },
  name_taken: {
    status: 409,
    title: 'Name taken',
    sentence: () => 'Somebody already has this name. Please choose another one.',
  },
  invalid_name: {
    status: 400,
    title: 'Invalid name',
    sentence: ({ isReserved = false }) =>
      isReserved
        ? 'This name cannot be used here. Please choose another one.'
        : 'A name has 3 to 24 letters (A to Z), digits, single spaces, - and _.',
  },
}
