// Creates test worlds in which people sign in at a stand-in for a school's OpenID Connect issuer.
import { onTestFinished } from 'vitest'

import { forgetPeople, sharedByTests } from '../../testing/shared-worlds.ts'
import { createWorld, type World, type WorldOptions } from '../../testing/world.ts'
import type { Browser } from './browser.ts'
import { rsaKey } from './signer.ts'
import { startStandInIssuer, type StandInIssuer, type StandInPerson } from './stand-in-issuer.ts'
import { walkBack } from './walk.ts'

export const ada = {
  sub: 'ada-at-school',
  email: 'ada@school.example',
  email_verified: true,
} satisfies StandInPerson

export interface OidcWorld extends World {
  readonly issuer: StandInIssuer
}

export const startSchool = (port?: number): Promise<StandInIssuer> =>
  startStandInIssuer({
    ...(port === undefined ? {} : { port }),
    redirectUris: ['http://localhost:3000/identity/callback/oidc'],
    postLogoutRedirectUris: ['http://localhost:3000/login'],
    person: ada,
    key: rsaKey(),
    name: 'North High School',
  })

export async function oidcWorld(options: WorldOptions = {}): Promise<OidcWorld> {
  const { atEnd = onTestFinished } = options
  const issuer = await startSchool()
  atEnd(() => issuer.close())
  return { ...(await createWorld({ ...options, env: envOf(issuer, options.env) })), issuer }
}

/** One world for all tests of a file that do not change it; each test finds no people. Called outside of the tests. */
export function sharedOidcWorld(env: Record<string, string> = {}): () => Promise<OidcWorld> {
  const opened = sharedByTests((atEnd) => oidcWorld({ env, atEnd }))
  return async () => {
    const world = await opened()
    await forgetPeople(world)
    world.issuer.setPerson(ada)
    return world
  }
}

export const envOf = (
  { clientId, clientSecret, issuer }: StandInIssuer,
  env: Record<string, string> = {},
): Record<string, string> => ({
  IDENTITY: 'oidc',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: 'North High School',
  ...env,
})

export const begin = (browser: Browser) => browser.post('/sign-in/oidc')

/** Returns the page where the browser lands. */
export const signInAtSchool = async (browser: Browser, answer?: 'continue' | 'cancel') =>
  walkBack(browser, await begin(browser), answer)
