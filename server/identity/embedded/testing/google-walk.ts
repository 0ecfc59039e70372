// Walks through the pages of the stand-in Google as a browser would, up to the address it sends people back to.
import { onTestFinished } from 'vitest'

import { createWorld, type World, type WorldOptions } from '../../../testing/world.ts'
import type { Browser } from './browser.ts'
import { startStandInGoogle, type StandInGoogle, type StandInPerson } from './stand-in-google.ts'

export const grace: StandInPerson = {
  sub: '1083',
  email: 'grace@school.example',
  email_verified: true,
}

export const nonce = 'a-nonce-of-the-window'

export interface GoogleWorld extends World {
  readonly google: StandInGoogle
}

export async function googleWorld(
  person: StandInPerson = grace,
  options: WorldOptions = {},
): Promise<GoogleWorld> {
  const google = await startStandInGoogle({
    redirectUris: ['http://localhost:3000/identity/callback/google'],
    person,
  })
  onTestFinished(() => google.close())
  return { ...(await createWorld({ ...options, env: envOf(google, options.env) })), google }
}

export const envOf = (
  { clientId, clientSecret, issuer }: StandInGoogle,
  env: Record<string, string> = {},
): Record<string, string> => ({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: issuer,
  ...env,
})

export const begin = (browser: Browser) =>
  browser.post('/sign-in/social', { provider: 'google', nonce, disableRedirect: true })

/** The whole way: returns the page that the window lands on. */
export async function signInWithGoogle(
  browser: Browser,
  answer: 'continue' | 'cancel' = 'continue',
): Promise<string> {
  const begun = await begin(browser)
  const back = await walk(begun.json<{ url: string }>().url, answer)
  const { headers } = await browser.get(back)
  return String(headers.location)
}

/** From Google's first page to the address, path and query, where Google sends the browser. */
export async function walk(url: string, answer: 'continue' | 'cancel'): Promise<string> {
  const cookies = new Map<string, string>()
  let next = new URL(url)
  let method = 'GET'
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetch(next, {
      method,
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) {
      const form = new RegExp(`action="([^"]+/${answer})"`).exec(await response.text())?.[1]
      if (form === undefined) throw new Error(`No form to ${answer} at ${next.pathname}.`)
      next = new URL(form, next)
      method = 'POST'
      continue
    }
    const target = new URL(location, next)
    if (target.pathname.startsWith('/identity/')) return `${target.pathname}${target.search}`
    next = target
    method = 'GET'
  }
  throw new Error('The way through Google does not end.')
}
