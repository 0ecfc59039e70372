// The calls of sign-in: with a password or Google (embedded provider), or at another issuer (oidc). The sign-in page imports
// only their types, so that its first download stays small.
import * as z from 'zod/mini'

import { call } from './call.ts'

const user = z.object({
  id: z.string(),
  /** Null if the issuer does not supply it. */
  email: z.nullable(z.string()),
})

/** The session is a cookie; the token is for the API. */
const signedIn = z.object({ user, token: z.string() })

const done = z.object({ status: z.boolean() })

/** A JSON body is required, because a form of another site cannot send one (CSRF). */
const nothing = z.object({})

const emailAndPassword = z.object({ email: z.string(), password: z.string() })

const elsewhere = z.object({
  /** The address to send the browser to. */
  url: z.string(),
})

/** A query parameter of the callback; a repeated parameter counts as missing. */
const part = z.pipe(
  z.transform((given: unknown) => (typeof given === 'string' ? given : undefined)),
  z.optional(z.string()),
)

/** The issuer redirects the browser to a callback. */
const callback = {
  method: 'GET',
  access: 'public',
  query: z.object({ code: part, state: part, error: part, iss: part }),
  answers: 'redirect',
  answer: z.string(),
} as const

const post = { method: 'POST', access: 'same-origin' } as const

export const signUp = call({
  ...post,
  path: '/identity/sign-up/email',
  summary: 'Creates an account with an email and a password, and signs in. Embedded provider only.',
  body: emailAndPassword,
  refusals: [
    'invalid_email',
    'sign_up_closed',
    'domain_not_allowed',
    'weak_password',
    'common_password',
    'email_as_password',
    'email_in_use',
    'account_locked',
    'too_many_requests',
  ],
  answer: signedIn,
})

export const signIn = call({
  ...post,
  path: '/identity/sign-in/email',
  summary: 'Signs in with an email and a password. Embedded provider only.',
  body: emailAndPassword,
  refusals: ['invalid_credentials', 'account_locked', 'too_many_requests'],
  answer: signedIn,
})

export const askGoogle = call({
  ...post,
  path: '/identity/sign-in/google',
  summary:
    'Starts a Google sign-in: returns the address for a new window, which reports back with the nonce. Embedded provider only.',
  body: z.object({
    nonce: z.string().check(z.regex(/^[\w-]{16,64}$/, '16 to 64 letters, digits, - and _')),
  }),
  refusals: ['google_not_set_up', 'sign_in_unavailable'],
  answer: elsewhere,
})

export const backFromGoogle = call({
  ...callback,
  path: '/identity/callback/google',
  summary: 'The callback of the Google sign-in. Embedded provider only.',
})

export const askIssuer = call({
  ...post,
  path: '/identity/sign-in/oidc',
  summary:
    'Starts a sign-in at the issuer: returns the address for the browser. IDENTITY=oidc only.',
  body: z.object({
    /** Makes the issuer ask again even if it has a session: after a sign-out or a refusal. */
    askAgain: z.optional(z.boolean()),
  }),
  refusals: ['sign_in_unavailable'],
  answer: elsewhere,
})

export const backFromIssuer = call({
  ...callback,
  path: '/identity/callback/oidc',
  summary: 'The callback of the sign-in at the issuer. IDENTITY=oidc only.',
})

export const signOut = call({
  ...post,
  path: '/identity/sign-out',
  summary: 'Ends the session of this browser.',
  body: nothing,
  answer: z.object({
    success: z.boolean(),
    /** The address to sign out of the issuer too, if it has one. */
    url: z.nullable(z.string()),
  }),
})

export const session = call({
  method: 'GET',
  path: '/identity/get-session',
  summary: 'The account of the session of this browser.',
  access: 'same-origin',
  answer: z.object({ user: z.nullable(user) }),
})

export const token = call({
  method: 'GET',
  path: '/identity/token',
  summary: 'A fresh token for the API, while the session lasts.',
  access: 'same-origin',
  refusals: ['unauthorized'],
  answer: z.object({ token: z.string() }),
})

export const askForReset = call({
  ...post,
  path: '/identity/request-password-reset',
  summary:
    'Sends an email with a link to choose a new password, if the account exists; the answer is the same either way. Embedded provider only.',
  body: z.object({ email: z.string() }),
  refusals: ['invalid_email'],
  answer: done,
})

export const resetPassword = call({
  ...post,
  path: '/identity/reset-password',
  summary: 'Sets a new password with the token of a reset link. Embedded provider only.',
  body: z.object({ token: z.string(), newPassword: z.string() }),
  refusals: ['expired_link'],
  answer: done,
})

export const ownAccount = call({
  method: 'GET',
  path: '/identity/account',
  summary: 'How the signed-in account signs in: password, Google, email. Embedded provider only.',
  access: 'same-origin',
  refusals: ['unauthorized'],
  answer: z.object({
    email: z.string(),
    /** False for an account that only signs in with Google. */
    hasPassword: z.boolean(),
    /** The new email that waits to be confirmed. */
    pendingEmail: z.nullable(z.string()),
  }),
})

export const changePassword = call({
  ...post,
  path: '/identity/change-password',
  summary:
    'Changes the password, with the current one. Ends all other sessions; this one gets a new secret. Embedded provider only.',
  body: z.object({ password: z.string(), newPassword: z.string() }),
  refusals: ['unauthorized', 'no_password', 'wrong_password', 'same_password', 'too_many_requests'],
  answer: done,
})

export const changeEmail = call({
  ...post,
  path: '/identity/change-email',
  summary:
    'Sends a link to the new email, which replaces the old one when it is confirmed, and a message to the old one. The answer is the same if the email is taken. Embedded provider only.',
  body: z.object({ email: z.string(), password: z.string() }),
  refusals: [
    'unauthorized',
    'invalid_email',
    'domain_not_allowed',
    'no_password',
    'same_email',
    'wrong_password',
    'too_many_requests',
  ],
  answer: z.object({ pendingEmail: z.string() }),
})

export const sendConfirmation = call({
  ...post,
  path: '/identity/send-confirmation',
  summary:
    'Sends the confirmation email again; earlier links stop working. Embedded provider with IDENTITY_VERIFY_EMAIL only.',
  body: nothing,
  refusals: ['unauthorized', 'too_many_requests'],
  answer: z.object({ email: z.string() }),
})

export const confirmEmail = call({
  ...post,
  path: '/identity/confirm-email',
  summary:
    'Confirms an email with the token of its link, and completes a change of email. Embedded provider only.',
  body: z.object({ token: z.string() }),
  refusals: [
    'expired_link',
    'account_locked',
    'domain_not_allowed',
    'email_departed',
    'email_in_use',
  ],
  answer: z.object({
    email: z.string(),
    /** Whether the confirmed email replaced another one. */
    isChanged: z.boolean(),
  }),
})
