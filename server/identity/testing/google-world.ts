// A world with a stand-in for Google.
import { onTestFinished } from 'vitest'

import { forgetPeople, sharedByTests } from '../../testing/shared-worlds.ts'
import { createWorld, type World, type WorldOptions } from '../../testing/world.ts'
import type { Browser } from './browser.ts'
import { rsaKey } from './signer.ts'
import {
  startStandInIssuer,
  type StandInIssuer,
  type StandInOptions,
  type StandInPerson,
} from './stand-in-issuer.ts'
import { walkBack } from './walk.ts'

export const grace = {
  sub: '1083',
  email: 'grace@school.example',
  email_verified: true,
  // Google manages the addresses of this domain.
  hd: 'school.example',
} satisfies StandInPerson

export const nonce = 'a-nonce-of-the-window'

export interface GoogleWorld extends World {
  readonly google: StandInIssuer
}

export const startGoogle = (options: Partial<StandInOptions> = {}): Promise<StandInIssuer> =>
  startStandInIssuer({
    redirectUris: ['http://localhost:3000/identity/callback/google'],
    person: grace,
    key: rsaKey(),
    ...options,
  })

export async function googleWorld(
  person: StandInPerson = grace,
  options: WorldOptions = {},
): Promise<GoogleWorld> {
  const { atEnd = onTestFinished } = options
  const google = await startGoogle({ person })
  atEnd(() => google.close())
  return { ...(await createWorld({ ...options, env: envOf(google, options.env) })), google }
}

/** One world, without people, for all tests of a file that do not change it. Called where tests are defined. */
export function sharedGoogleWorld(
  env: Record<string, string> = {},
): (person?: StandInPerson) => Promise<GoogleWorld> {
  const opened = sharedByTests((atEnd) => googleWorld(grace, { env, atEnd }))
  return async (person = grace) => {
    const world = await opened()
    await forgetPeople(world)
    world.google.setPerson(person)
    return world
  }
}

export const envOf = (
  { clientId, clientSecret, issuer }: Pick<StandInIssuer, 'clientId' | 'clientSecret' | 'issuer'>,
  env: Record<string, string> = {},
): Record<string, string> => ({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: issuer,
  ...env,
})

export const begin = (browser: Browser) => browser.post('/sign-in/google', { nonce })

/** Returns the page where the popup lands. */
export const signInWithGoogle = async (browser: Browser, answer?: 'continue' | 'cancel') =>
  walkBack(browser, await begin(browser), answer)
