// Signing in with Google: whether it can be asked at all, the way there, and what comes back.
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { openPool, type Connection, type Pool, type Tx } from '../../db.ts'
import type { GoogleConfig } from '../config.ts'
import { fetchJson } from '../fetch-json.ts'
import { discoveryUrlOf, startEngine, type Engine } from './google-engine.ts'
import type { KeyFor } from './secret.ts'
import { nameOf } from './trouble.ts'
import { createUsedStates } from './used-states.ts'

export interface Google {
  /** Null when Google cannot be reached. */
  readonly begin: (nonce: string) => Promise<Begun | null>
  readonly finish: (query: unknown, cookies: string | undefined) => Promise<Finished>
}

interface Begun {
  readonly url: string
  readonly setCookies: readonly string[]
}

interface Finished {
  /** The page that tells the window that is waiting. */
  readonly location: string
  readonly setCookies: readonly string[]
  /** The secret of the new session; null when there is none. */
  readonly token: string | null
}

export interface GoogleDoors {
  readonly google: GoogleConfig
  readonly db: Tx
  readonly connection: Connection
  readonly keyFor: KeyFor
  readonly sessionMs: number
  /** Where people reach this server; never taken from a request. */
  readonly origin: () => string
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** A Google that did not answer is left alone for a while. */
const coolDownMs = 30_000
const finishWithinMs = 15_000

export function openGoogle(doors: GoogleDoors): Google & { close: () => Promise<void> } {
  const { log } = doors
  const pool = openPool(doors.connection, {
    schema: 'identity',
    connectionsMax: 4,
    onLost: (error) => log.warn(nameOf(error), 'lost a connection to the database'),
  })
  const engine = createReadiness(doors, pool)
  return {
    close: () => pool.end(),
    begin: async (nonce) => {
      const api = await engine()
      if (api === null) return null
      const back = `${doors.origin()}${popup(nonce, null)}`
      const { headers, response } = await api.signInSocial({
        body: {
          provider: 'google',
          disableRedirect: true,
          callbackURL: back,
          errorCallbackURL: back,
        },
        returnHeaders: true,
      })
      const { url } = response
      if (url === undefined) throw new Error('The way to Google has no address.')
      return { url, setCookies: headers.getSetCookie() }
    },
    finish: async (query, cookies) => {
      const api = await engine()
      if (api === null) return failed('unavailable')
      const limit = new AbortController()
      try {
        return await Promise.race([
          finish(api, query, cookies ?? ''),
          sleep(finishWithinMs, failed('unavailable'), { signal: limit.signal, ref: false }),
        ])
      } catch (error) {
        log.error(nameOf(error), 'a sign-in with Google failed')
        return failed('unavailable')
      } finally {
        limit.abort()
      }
    },
  }
}

/** The library asks for Google's addresses once, when it starts; so it is started again until that succeeds. */
function createReadiness(doors: GoogleDoors, pool: Pool): () => Promise<Engine | null> {
  let engine: Engine | null = null
  let starting: Promise<Engine | null> | null = null
  let failedAt: number | null = null

  async function start(): Promise<Engine | null> {
    let trouble: unknown
    try {
      // Looked at first, because the library would wait for an answer without a limit.
      await fetchJson(discoveryUrlOf(doors.google.issuer))
      const secret = doors.keyFor('google').toString('base64url')
      const useUp = createUsedStates({ ...doors, key: doors.keyFor('google states') })
      engine = await startEngine({ ...doors, pool, secret, origin: doors.origin(), useUp })
    } catch (error) {
      trouble = error
    }
    if (engine === null) {
      failedAt = doors.now()
      doors.log.warn(nameOf(trouble), 'google cannot be asked')
    }
    return engine
  }

  return async () => {
    if (engine !== null) return engine
    const { now } = doors
    if (failedAt !== null && failedAt <= now() && now() < failedAt + coolDownMs) return null
    starting ??= start().finally(() => (starting = null))
    return starting
  }
}

async function finish(api: Engine, query: unknown, cookie: string): Promise<Finished> {
  const response = await api.callbackOAuth({
    params: { id: 'google' },
    query: pick(query),
    headers: new Headers({ cookie }),
    asResponse: true,
  })
  const setCookies = response.headers.getSetCookie()
  const { searchParams } = new URL(response.headers.get('location') ?? '/', 'http://popup.invalid')
  const token = sessionIn(setCookies)
  const error = token === null ? reasonOf(searchParams.get('error')) : null
  return {
    location: popup(searchParams.get('nonce'), error),
    setCookies: setCookies.filter((line) => !sessionCookie.test(line)),
    token,
  }
}

/** The library takes more than Google sends; the rest does not reach it. */
function pick(query: unknown): Record<string, string> {
  const given = Object.entries(query ?? {}).filter(([name]) => taken.has(name))
  return Object.fromEntries(given.filter((entry) => typeof entry[1] === 'string'))
}

const taken = new Set(['code', 'state', 'error', 'iss'])

/** The session is kept in a cookie of our own; of the library's only the value is of use. */
function sessionIn(setCookies: readonly string[]): string | null {
  for (const line of setCookies) {
    const value = decodeURIComponent(sessionCookie.exec(line)?.[1] ?? '')
    if (value !== '') return value.slice(0, value.lastIndexOf('.'))
  }
  return null
}

const sessionCookie = /^(?:__Secure-)?tengrand\.session_token=([^;]*)/

type Reason = 'account-exists' | 'email-unverified' | 'cancelled' | 'unavailable' | 'unknown'

const reasons: Readonly<Record<string, Reason>> = {
  access_denied: 'cancelled',
  account_not_linked: 'account-exists',
  // Another Google account had this e-mail before.
  unable_to_link_account: 'account-exists',
  email_not_found: 'email-unverified',
  internal_server_error: 'unavailable',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
}

const reasonOf = (error: string | null): Reason =>
  Object.entries(reasons).find(([code]) => code === error)?.[1] ?? 'unknown'

function popup(nonce: string | null, error: Reason | null): string {
  const query = new URLSearchParams()
  if (nonce !== null) query.set('nonce', nonce)
  if (error !== null) query.set('error', error)
  return `/auth/popup.html?${query.toString()}`
}

const failed = (reason: Reason): Finished => ({
  location: popup(null, reason),
  setCookies: [],
  token: null,
})
