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
  google_not_set_up: object
  google_unavailable: object
  foreign_origin: object
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
  google_not_set_up: {
    status: 501,
    title: 'Google sign-in not set up',
    sentence: () => 'Google sign-in is not set up on this server.',
  },
  google_unavailable: {
    status: 503,
    title: 'Google unavailable',
    sentence: () => 'Google cannot be reached right now. Please try again in a moment.',
    retryAfterSeconds: 30,
  },
  foreign_origin: {
    status: 403,
    title: 'Foreign origin',
    sentence: () => 'This request came from another site than the one this server was set up for.',
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
