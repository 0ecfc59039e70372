// A browser as the provider sees it: cookies, an address and headers; and the set-up that tests of sign-ins share.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect, vi } from 'vitest'

import type { Tx } from '../../db/handle.ts'
import type { World } from '../../testing/world.ts'

export const password = 'correct horse battery'

export interface Browser {
  readonly cookies: Map<string, Cookie>
  readonly get: (url: string, headers?: Headers) => Promise<LightMyRequestResponse>
  readonly post: (path: string, body?: object, headers?: Headers) => Promise<LightMyRequestResponse>
  /** A call of the API with the cookies of the browser. */
  readonly call: (url: string, body: object, headers?: Headers) => Promise<LightMyRequestResponse>
  readonly signUp: (email: string) => Promise<LightMyRequestResponse>
  readonly signIn: (email: string, secret?: string) => Promise<LightMyRequestResponse>
  /** A token for the API; fails where there is no session. */
  readonly token: () => Promise<string>
  /** The status of the API for a call with this token. */
  readonly account: (token: string) => Promise<number>
  /** The account of the person who is signed in, by a new token. */
  readonly ownAccount: () => Promise<{ readonly user_id: string }>
}

interface Cookie {
  readonly value: string
  readonly path: string
}

type Headers = Record<string, string>

export function browserOn(app: FastifyInstance, remoteAddress = '127.0.0.1'): Browser {
  const cookies = new Map<string, Cookie>()

  async function send(
    method: 'GET' | 'POST',
    url: string,
    headers: Headers,
    payload?: object,
  ): Promise<LightMyRequestResponse> {
    const sent = [...cookies].filter(([, { path }]) => url.startsWith(path))
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(cookies, line)
    return answer
  }

  const get: Browser['get'] = (url, headers = {}) => send('GET', url, headers)
  const post: Browser['post'] = (path, body = {}, headers = {}) =>
    send('POST', `/identity${path}`, headers, body)
  const token = async () => (await get('/identity/token')).json<{ token: string }>().token
  const accountBy = (bearer: string) => get('/api/account', { authorization: `Bearer ${bearer}` })
  return {
    cookies,
    get,
    post,
    call: (url, body, headers = {}) => send('POST', url, headers, body),
    signUp: (email) => post('/sign-up/email', { email, password }),
    signIn: (email, secret = password) => post('/sign-in/email', { email, password: secret }),
    token,
    account: async (bearer) => (await accountBy(bearer)).statusCode,
    ownAccount: async () => (await accountBy(await token())).json(),
  }
}

function keep(cookies: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', ...value] = pair.split('=')
  const path = attributes.find((part) => part.startsWith('Path='))?.slice('Path='.length) ?? '/'
  if (attributes.includes('Max-Age=0')) cookies.delete(name)
  else cookies.set(name, { value: value.join('='), path })
}

/** A person with an account, at a browser that has just signed up. */
export async function newcomer(app: FastifyInstance, email = 'ada@school.example') {
  const browser = browserOn(app)
  const answer = await browser.signUp(email)
  if (answer.statusCode !== 200) throw new Error(`Could not sign up: ${answer.body}`)
  return { browser, email, id: answer.json<{ user: { id: string } }>().user.id }
}

interface Opened {
  readonly app: FastifyInstance
}

/** A world with a person who has just signed up. */
export async function withNewcomer<W extends Opened>(opening: Promise<W>, email?: string) {
  const world = await opening
  return { world, ...world, ...(await newcomer(world.app, email)) }
}

/** A world with a browser that has no cookies. */
export async function withBrowser<W extends Opened>(opening: Promise<W>) {
  const world = await opening
  return { world, ...world, browser: browserOn(world.app) }
}

/** Waits for work that follows a response, which takes long on a busy machine. */
export const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 })

/** The secrets in the links that have been sent so far. */
export const linksIn = ({ messages }: World): string[] =>
  messages.flatMap(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] ?? [])

/** Requests a reset and waits for its link. */
export async function requestLink(
  world: World,
  email: string,
  browser = browserOn(world.app),
  headers: Headers = {},
): Promise<string> {
  const before = linksIn(world).length
  const answer = await browser.post('/request-password-reset', { email }, headers)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: true })
  await eventually(() => expect(linksIn(world)).toHaveLength(before + 1))
  return linksIn(world).at(-1) ?? ''
}

/** Requests a reset and sets the new password. */
export async function resetPassword(
  world: World,
  email: string,
  newPassword = 'another horse battery',
  browser = browserOn(world.app),
): Promise<void> {
  const token = await requestLink(world, email, browser)
  expect((await browser.post('/reset-password', { token, newPassword })).statusCode).toBe(200)
}

/** Sends wrong passwords from an unknown device until its address is refused; the configured limit must be two. */
export async function useUpGuesses(app: FastifyInstance, email: string): Promise<void> {
  const classmate = browserOn(app)
  for (const status of [401, 401, 429]) {
    expect((await classmate.signIn(email, 'incorrect horse battery')).statusCode).toBe(status)
  }
}

export const sortedStatuses = (answers: readonly LightMyRequestResponse[]): number[] =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

/** Waits until this number of queries with this beginning wait for a lock. */
export const untilLocked = (db: Tx, query: string, count = 1): Promise<unknown> =>
  eventually(async () =>
    expect(
      await db.query(
        `select from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and query like $1`,
        [`${query}%`],
      ),
    ).toHaveLength(count),
  )

/** The only link in the table is stored as a hash. */
export async function expectHashed({ db }: World, table: string, token: string): Promise<void> {
  const rows = await db.query(
    `select encode(token_hash, 'escape') as text, encode(token_hash, 'base64') as base64
     from identity.${table}`,
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
}

/** A clock that a test can move. */
export function movable(start = Date.UTC(2027, 2, 1)) {
  let time = start
  return { now: () => time, move: (ms: number) => (time += ms) }
}

export const minutes = (count: number): number => count * 60_000
export const days = (count: number): number => count * 86_400_000
