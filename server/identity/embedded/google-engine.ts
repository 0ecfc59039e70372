// better-auth, set up for nothing but the way to Google and back: state, PKCE, nonce, the identity token, and whom it links.
import type { BetterAuthOptions } from 'better-auth'
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import { decodeJwt } from 'jose'

import type { Pool } from '../../db.ts'
import type { GoogleConfig } from '../config.ts'
import { parseEmail } from './input.ts'
import type { UseUp } from './used-states.ts'

export interface EngineDoors {
  /** Where people reach this server; never taken from a request. */
  readonly origin: string
  readonly google: GoogleConfig
  readonly pool: Pool
  readonly secret: string
  readonly sessionMs: number
  readonly now: () => number
  readonly useUp: UseUp
}

/** Loaded when it is first needed: it takes half a second, and servers without Google need none of it. */
export async function startEngine(doors: EngineDoors) {
  const [{ betterAuth }, { getOAuthState }, { genericOAuth }] = await Promise.all([
    import('better-auth'),
    import('better-auth/api'),
    import('better-auth/plugins/generic-oauth'),
  ])
  // The library has compared it with the one in the cookie, which a thief may have kept.
  const isFirst = async (): Promise<boolean> => {
    const state = (await getOAuthState<{ oauthState?: unknown }>())?.oauthState
    return typeof state === 'string' && doors.useUp(state)
  }
  const auth = betterAuth({
    ...engineOptions(doors),
    plugins: [genericOAuth({ config: [providerOf(doors.google, isFirst)] })],
  })
  const { socialProviders } = await auth.$context
  const provider = socialProviders.find(({ id }) => id === 'google')
  // The library drops a provider whose discovery fails, and takes whatever issuer the document names.
  return provider?.issuer === doors.google.issuer ? auth.api : null
}

export type Engine = NonNullable<Awaited<ReturnType<typeof startEngine>>>

export const engineOptions = ({
  origin,
  pool,
  secret,
  sessionMs,
  now,
}: Omit<EngineDoors, 'useUp'>) =>
  ({
    baseURL: origin,
    basePath: '/identity',
    // As a list, so that no variable of the environment can put another in its place.
    secrets: [{ version: 1, value: secret }],
    database: pool,
    session: { expiresIn: sessionMs / 1000 },
    account: {
      // In a cookie, so that strangers cannot fill the database.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      accountLinking: {
        enabled: true,
        trustedProviders: [],
        // Else whoever had signed up with somebody's e-mail beforehand would share the account with its owner.
        requireLocalEmailVerified: true,
        allowDifferentEmails: false,
      },
    },
    databaseHooks: keepLittle({ sessionMs, now }),
    advanced: {
      cookiePrefix: 'tengrand',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { path: '/identity', sameSite: 'lax', httpOnly: true },
      ipAddress: { disableIpTracking: true },
      database: { validateSchema: false },
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It would write the values of failing statements.
    logger: { disabled: true },
    onAPIError: { throw: true },
  }) satisfies BetterAuthOptions

/** What Google says about a person beyond the e-mail is not kept, nor are its tokens. */
const keepLittle = ({ sessionMs, now }: Pick<EngineDoors, 'sessionMs' | 'now'>) =>
  ({
    user: { create: { before: async () => ({ data: { name: '', image: null } }) } },
    account: {
      create: {
        before: async () => ({
          data: {
            accessToken: null,
            refreshToken: null,
            idToken: null,
            scope: null,
            accessTokenExpiresAt: null,
            refreshTokenExpiresAt: null,
          },
        }),
      },
    },
    session: {
      create: {
        before: async () => ({
          data: {
            ipAddress: null,
            userAgent: null,
            createdAt: new Date(now()),
            updatedAt: new Date(now()),
            expiresAt: new Date(now() + sessionMs),
          },
        }),
      },
    },
  }) satisfies BetterAuthOptions['databaseHooks']

const providerOf = (
  { clientId, clientSecret, issuer }: GoogleConfig,
  isFirst: () => Promise<boolean>,
): GenericOAuthConfig => ({
  providerId: 'google',
  clientId,
  clientSecret,
  discoveryUrl: discoveryUrlOf(issuer),
  requireIdTokenVerification: true,
  scopes: ['openid', 'email'],
  pkce: true,
  // On a shared computer the one who used it last is not simply signed in again.
  prompt: 'select_account',
  accountSubject: ({ profile }) => profile.sub ?? '',
  // Only what stands in the identity token, which was checked; without one the library would ask elsewhere.
  getUserInfo: async ({ idToken }) =>
    // Used up only now, after Google has taken the code, so that strangers cannot fill the database.
    idToken !== undefined && (await isFirst()) ? profileOf(idToken) : null,
})

export const discoveryUrlOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** An e-mail that Google does not vouch for with a plain true is none; a person without a name of their own is nobody. */
function profileOf(idToken: string) {
  const claims: Record<string, unknown> = decodeJwt(idToken)
  const { sub, email, email_verified: verified } = claims
  if (typeof sub !== 'string' || sub === '') return null
  const vouched = verified === true && typeof email === 'string' ? parseEmail(email) : null
  return { sub, email: vouched, emailVerified: vouched !== null }
}
