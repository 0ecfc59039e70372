// The calls of sign-in: with a password or Google (embedded provider), or at another issuer (oidc). The sign-in page imports
// only their types, so that its first download stays small.
import * as z from 'zod/mini'

import { call } from './call.ts'

const user = z.object({
  id: z.string(),
  /** Null if the issuer does not supply it. */
  email: z.nullable(z.string()),
})

const userOrGuest = z.extend(user, {
  /** The id of the lesson that a guest is in; missing for people with an account. */
  league: z.optional(z.string()),
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
  body: emailAndPassword,
  refusals: ['invalid_credentials', 'account_locked', 'too_many_requests'],
  answer: signedIn,
})

export const askGoogle = call({
  ...post,
  path: '/identity/sign-in/google',
  body: z.object({
    nonce: z.string().check(z.regex(/^[\w-]{16,64}$/, '16 to 64 letters, digits, - and _')),
  }),
  refusals: ['google_not_set_up', 'sign_in_unavailable'],
  answer: elsewhere,
})

export const backFromGoogle = call({
  ...callback,
  path: '/identity/callback/google',
})

export const askIssuer = call({
  ...post,
  path: '/identity/sign-in/oidc',
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
})

export const signOut = call({
  ...post,
  path: '/identity/sign-out',
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
  access: 'same-origin',
  answer: z.object({ user: z.nullable(userOrGuest) }),
})

export const token = call({
  method: 'GET',
  path: '/identity/token',
  access: 'same-origin',
  refusals: ['unauthorized'],
  answer: z.object({ token: z.string() }),
})

export const askForReset = call({
  ...post,
  path: '/identity/request-password-reset',
  body: z.object({ email: z.string() }),
  refusals: ['invalid_email'],
  answer: done,
})

export const resetPassword = call({
  ...post,
  path: '/identity/reset-password',
  body: z.object({ token: z.string(), newPassword: z.string() }),
  refusals: ['expired_link'],
  answer: done,
})

export const ownAccount = call({
  method: 'GET',
  path: '/identity/account',
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
  body: z.object({ password: z.string(), newPassword: z.string() }),
  refusals: ['unauthorized', 'no_password', 'wrong_password', 'same_password', 'too_many_requests'],
  answer: done,
})

export const changeEmail = call({
  ...post,
  path: '/identity/change-email',
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
  body: nothing,
  refusals: ['unauthorized', 'too_many_requests'],
  answer: z.object({ email: z.string() }),
})

export const confirmEmail = call({
  ...post,
  path: '/identity/confirm-email',
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
