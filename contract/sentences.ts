// The sentences that both the server and the web app use: for failures, and for refusals without details.

export const internalError = 'Something went wrong on our side. Please try again.'
export const unavailable = 'The service is not available right now. Please try again in a moment.'

/** The screens before the sign-in show these sentences without calling the server. */
export const identitySentences = {
  unauthorized: 'Please sign in again.',
  invalid_credentials: 'The email or the password is not right.',
  email_in_use: 'There is already an account with this email. Try to sign in instead.',
  weak_password: 'Please choose a password of 8 to 128 characters.',
  common_password: 'This password is too common and easily guessed. Please choose another one.',
  email_as_password:
    'Your email address, or a part of it, is easily guessed. Please choose another password.',
  invalid_email: 'Please enter a valid email address.',
  expired_link: 'This link has expired or was already used. Please ask for a new one.',
  foreign_origin: 'This server was set up for another address than this one (PUBLIC_URL).',
  sign_up_closed: 'New accounts cannot be made here. Only people who have one can sign in.',
  domain_not_allowed: 'This server does not take people with an email address of this domain.',
  google_not_set_up: 'Google sign-in is not set up on this server.',
  account_exists: 'There is already an account with this email. Please sign in with your password.',
  email_unverified: 'The email of this account is not verified there.',
  sign_in_cancelled: 'The sign-in was canceled.',
  sign_in_failed: 'The sign-in could not be completed. Please try again.',
  sign_in_unavailable:
    'The sign-in there cannot be reached right now. Please try again in a moment.',
  account_locked:
    'This account has been locked by the people who run this server. Ask them if you think it is a mistake.',
  name_taken: 'Somebody already has this name. Please choose another one.',
} as const

/** Sentences of calls that require a sign-in. */
export const accountSentences = {
  wrong_password: 'Your current password is not right.',
  no_password: 'This account has no password here: you sign in with Google.',
  email_departed:
    'An account with this email address was deleted less than 30 days ago. Until 30 days are over it cannot become the email address of another account.',
  same_email: 'This is already the email address of your account.',
  sign_in_again:
    'Please sign out and in again first: an account can be deleted within ten minutes after a sign-in.',
} as const
