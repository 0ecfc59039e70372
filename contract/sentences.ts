// The sentences that both the server and the web app use: for failures, and for refusals without details.

export const internalError = 'Something went wrong on our side. Please try again.'
export const unavailable = 'Tengrand is not available right now. Please try again in a moment.'

/** The screens before the sign-in show these sentences without calling the server. */
export const identitySentences = {
  unauthorized: 'Please sign in again.',
  invalid_credentials: 'Wrong email or password.',
  email_in_use: 'You already have an account with this email. Sign in instead.',
  weak_password: 'Choose a password of 8 to 128 characters.',
  common_password: 'This password is too easy to guess. Choose another one.',
  email_as_password: "Don't use your email address in your password.",
  invalid_email: 'Enter a valid email address.',
  expired_link: 'This link has expired or was already used. Ask for a new one.',
  foreign_origin:
    "Tengrand isn't set up for this web address (PUBLIC_URL). Tell the people who run it.",
  sign_up_closed: "You can't create an account here. Sign in if you already have one.",
  domain_not_allowed: 'You need a different email address to sign in here.',
  google_not_set_up: "Google sign-in isn't set up on this server.",
  account_exists: 'You already have an account with this email. Sign in with your password.',
  email_unverified: "Your email isn't verified with that sign-in yet.",
  sign_in_cancelled: 'The sign-in was cancelled.',
  sign_in_failed: "We couldn't sign you in. Please try again.",
  sign_in_unavailable: "That sign-in isn't answering right now. Please try again in a moment.",
  account_locked:
    "The people who run this server have locked your account. Ask them if you think it's a mistake.",
} as const

/** Sentences of calls that require a sign-in. */
export const accountSentences = {
  wrong_password: 'Wrong password.',
  no_password: 'Your account has no password. You sign in with Google.',
  email_departed:
    'An account with this email was deleted less than 30 days ago. You can switch to this email once 30 days have passed.',
  same_email: 'This is already your email address.',
  sign_in_again:
    'Sign out and in again first. You can delete your account within ten minutes of signing in.',
} as const
