// Long-lived connections that hold a channel subscription or an advisory lock.
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { classify } from './failures.ts'

export interface Closable {
  close(): Promise<void>
}

interface Listener extends Closable {
  /** How long notifications have been missed, because the connection is lost. */
  readonly deafMs: () => number
}

export interface Lock extends Closable {
  /** False when the connection of the lock is lost or does not answer. */
  readonly held: () => Promise<boolean>
}

const retryAfterMs = 1_000
const freeWithinMs = 1_000
const askEveryMs = 5_000

/** TCP keep-alive detects an idle connection that was cut silently. */
const lasting = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, query_timeout: 20_000 }

/** The listening connections of a handle. */
export function openListeners(settings: pg.ClientConfig) {
  const open = new Set<Listener>()
  return {
    listen: async (channel: string, onMessage: (message: string) => void): Promise<Closable> => {
      const listener = await listen(settings, channel, onMessage)
      open.add(listener)
      return {
        close: () => {
          open.delete(listener)
          return listener.close()
        },
      }
    },
    deafMs: () => Math.max(0, ...Array.from(open, ({ deafMs }) => deafMs())),
  }
}

async function listen(
  settings: pg.ClientConfig,
  channel: string,
  onMessage: (message: string) => void,
): Promise<Listener> {
  let closed = false
  let lostAt: number | null = null
  const listening = `listen ${pg.escapeIdentifier(channel)}`
  let client = await subscribe()
  // A connection that was cut without a word would never report it.
  const asking = setInterval(() => void endUnlessAnswered(client, listening), askEveryMs).unref()

  async function subscribe(): Promise<pg.Client> {
    const next = new pg.Client({ ...settings, ...lasting })
    next.on('error', () => undefined)
    next.on('notification', ({ payload = '' }) => onMessage(payload))
    await connectAndQuery(next, listening)
    lostAt = null
    next.once('end', () => {
      lostAt = performance.now()
      void resubscribe()
    })
    return next
  }

  async function resubscribe(): Promise<void> {
    if (closed) return
    try {
      client = await subscribe()
      if (closed) await client.end()
      else onMessage('')
    } catch {
      setTimeout(() => void resubscribe(), retryAfterMs).unref()
    }
  }

  return {
    deafMs: () => (lostAt === null ? 0 : performance.now() - lostAt),
    close: async () => {
      closed = true
      clearInterval(asking)
      await endAfter(client, 'unlisten *')
    },
  }
}

export async function tryLock(settings: pg.ClientConfig, key: number): Promise<Lock | null> {
  const client = new pg.Client({ ...settings, ...lasting })
  let alive = true
  client.on('error', () => undefined)
  client.once('end', () => (alive = false))
  const { rows } = await connectAndQuery<{ taken: boolean }>(
    client,
    'select pg_try_advisory_lock($1) as taken',
    [key],
  )
  const held = async (): Promise<boolean> => {
    if (!alive) return false
    try {
      await client.query('select 1')
      return alive
    } catch {
      // The server may still hold the lock for a connection that does not answer, so it is closed.
      void client.end().catch(() => undefined)
      return false
    }
  }
  if (rows[0]?.taken === true) {
    return { held, close: () => endAfter(client, `select pg_advisory_unlock(${key})`) }
  }
  await client.end()
  return null
}

/**
 * A machine that loses power closes no connection. By default PostgreSQL would notice after two hours, and a lock would be
 * held until then.
 */
const noticeLoss =
  'set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3'

/** Runs the first query of a connection; closes the connection where it fails. */
async function connectAndQuery<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  try {
    await client.connect()
    await client.query(noticeLoss)
    return await client.query<Row>(text, values)
  } catch (error) {
    void client.end().catch(() => undefined)
    throw classify(error)
  }
}

/** Repeats the `listen`, which changes nothing: a restore finds a running server by the last statement of its sessions. */
async function endUnlessAnswered(client: pg.Client, text: string): Promise<void> {
  const question: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: askEveryMs }
  await client.query(question).catch(() => client.end().catch(() => undefined))
}

/** Sends the statement that frees the session before the connection ends: over a pooler the session goes on. */
async function endAfter(client: pg.Client, text: string): Promise<void> {
  const late = sleep(freeWithinMs, undefined, { ref: false })
  await Promise.race([client.query(text).catch(() => undefined), late])
  await client.end()
}
