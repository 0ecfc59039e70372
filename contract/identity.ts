// The calls by which this server signs people in: with a password or Google (embedded), or at another issuer (oidc).
// The web app takes only their types from here, so that its first download stays small.
import * as z from 'zod/mini'

import { call } from './call.ts'

const user = z.object({
  id: z.string(),
  /** None where the issuer does not tell it. */
  email: z.nullable(z.string()),
})

/** The session itself is in a cookie; the token is for the API. */
const signedIn = z.object({ user, token: z.string() })

const done = z.object({ status: z.boolean() })

/** A form of another site can send anything but JSON, so these calls want some. */
const nothing = z.object({})

const emailAndPassword = z.object({ email: z.string(), password: z.string() })

const elsewhere = z.object({
  /** Where the browser goes on. */
  url: z.string(),
})

/** Whatever else stands in the address, or stands there twice, counts as not there. */
const part = z.pipe(
  z.transform((given: unknown) => (typeof given === 'string' ? given : undefined)),
  z.optional(z.string()),
)
const comingBack = z.object({ code: part, state: part, error: part, iss: part })

export const signUp = call({
  method: 'POST',
  path: '/identity/sign-up/email',
  summary: 'Makes an account with an email and a password, and signs in. Embedded provider only.',
  access: 'same-origin',
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
  method: 'POST',
  path: '/identity/sign-in/email',
  summary: 'Signs in with an email and a password. Embedded provider only.',
  access: 'same-origin',
  body: emailAndPassword,
  refusals: ['invalid_credentials', 'account_locked', 'too_many_requests'],
  answer: signedIn,
})

export const askGoogle = call({
  method: 'POST',
  path: '/identity/sign-in/google',
  summary:
    'Where to send a window so that Google asks who somebody is; it reports back under the nonce. Embedded provider only.',
  access: 'same-origin',
  body: z.object({
    nonce: z.string().check(z.regex(/^[\w-]{16,64}$/, '16 to 64 letters, digits, - and _')),
  }),
  refusals: ['google_not_set_up', 'sign_in_unavailable'],
  answer: elsewhere,
})

export const backFromGoogle = call({
  method: 'GET',
  path: '/identity/callback/google',
  summary: 'Where Google sends the window back to. Embedded provider only.',
  access: 'public',
  query: comingBack,
  answers: 'redirect',
  answer: z.string(),
})

export const askIssuer = call({
  method: 'POST',
  path: '/identity/sign-in/oidc',
  summary: 'Where to send the browser so that the issuer asks who somebody is. IDENTITY=oidc only.',
  access: 'same-origin',
  body: z.object({
    /** The issuer shall ask, also where it remembers somebody: they have just left, or were turned away. */
    askAgain: z.optional(z.boolean()),
  }),
  refusals: ['sign_in_unavailable'],
  answer: elsewhere,
})

export const backFromIssuer = call({
  method: 'GET',
  path: '/identity/callback/oidc',
  summary: 'Where the issuer sends the browser back to. IDENTITY=oidc only.',
  access: 'public',
  query: comingBack,
  answers: 'redirect',
  answer: z.string(),
})

export const signOut = call({
  method: 'POST',
  path: '/identity/sign-out',
  summary: 'Ends the session of this browser.',
  access: 'same-origin',
  body: nothing,
  answer: z.object({
    success: z.boolean(),
    /** Where the browser can sign out of the issuer as well, if it offers that. */
    url: z.nullable(z.string()),
  }),
})

export const session = call({
  method: 'GET',
  path: '/identity/get-session',
  summary: 'Who is signed in in this browser.',
  access: 'same-origin',
  answer: z.object({ user: z.nullable(user) }),
})

export const token = call({
  method: 'GET',
  path: '/identity/token',
  summary: 'A fresh token for the API, as long as the session lasts.',
  access: 'same-origin',
  refusals: ['unauthorized'],
  answer: z.object({ token: z.string() }),
})

export const askForReset = call({
  method: 'POST',
  path: '/identity/request-password-reset',
  summary:
    'Sends an email with a link to choose a new password, if there is such an account; the answer does not tell. Embedded provider only.',
  access: 'same-origin',
  body: z.object({ email: z.string() }),
  refusals: ['invalid_email'],
  answer: done,
})

export const resetPassword = call({
  method: 'POST',
  path: '/identity/reset-password',
  summary: 'Sets a new password with the token of such a link. Embedded provider only.',
  access: 'same-origin',
  body: z.object({ token: z.string(), newPassword: z.string() }),
  refusals: ['expired_link'],
  answer: done,
})

export const ownAccount = call({
  method: 'GET',
  path: '/identity/account',
  summary: 'How whoever is signed in here signs in. Embedded provider only.',
  access: 'same-origin',
  refusals: ['unauthorized'],
  answer: z.object({
    email: z.string(),
    /** Not where somebody comes in through Google alone. */
    hasPassword: z.boolean(),
    /** The email that takes the place of this one when it is confirmed. */
    pendingEmail: z.nullable(z.string()),
  }),
})

export const changePassword = call({
  method: 'POST',
  path: '/identity/change-password',
  summary:
    'Sets a new password with the current one. All other sessions end; this one goes on under another secret. Embedded provider only.',
  access: 'same-origin',
  body: z.object({ password: z.string(), newPassword: z.string() }),
  refusals: ['unauthorized', 'no_password', 'wrong_password', 'same_password', 'too_many_requests'],
  answer: done,
})

export const changeEmail = call({
  method: 'POST',
  path: '/identity/change-email',
  summary:
    'Sends a link to the new email, which takes the place of the old one when it is confirmed, and tells the old one. The answer does not say whether it is free. Embedded provider only.',
  access: 'same-origin',
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
  method: 'POST',
  path: '/identity/send-confirmation',
  summary:
    'Sends the email that confirms the address once more; links of earlier ones stop working. Embedded provider with IDENTITY_VERIFY_EMAIL only.',
  access: 'same-origin',
  body: nothing,
  refusals: ['unauthorized', 'too_many_requests'],
  answer: z.object({ email: z.string() }),
})

export const confirmEmail = call({
  method: 'POST',
  path: '/identity/confirm-email',
  summary:
    'Confirms an email with the token of the link in an email, and changes it where that was asked for. Embedded provider only.',
  access: 'same-origin',
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
    /** Whether it has taken the place of another one. */
    isChanged: z.boolean(),
  }),
})
