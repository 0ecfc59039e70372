// Connections that are kept for what they hold: a place to listen at, or a lock.
import pg from 'pg'

export interface Closable {
  close(): Promise<void>
}

export interface Lock extends Closable {
  /** False when the connection that holds it is gone, or does not answer. */
  readonly held: () => Promise<boolean>
}

const againAfterMs = 1_000

/** A connection that says nothing for long may be cut on the way without a word; the system asks after it sooner. */
const lasting = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, query_timeout: 20_000 }

export async function listen(
  settings: pg.ClientConfig,
  channel: string,
  onWord: (word: string) => void,
): Promise<Closable> {
  let closed = false
  let client = await attend()

  async function attend(): Promise<pg.Client> {
    const next = new pg.Client({ ...settings, ...lasting })
    next.on('error', () => undefined)
    next.on('notification', ({ payload = '' }) => onWord(payload))
    await saying(next, `listen ${pg.escapeIdentifier(channel)}`)
    next.once('end', () => void attendAgain())
    return next
  }

  async function attendAgain(): Promise<void> {
    if (closed) return
    try {
      client = await attend()
      if (closed) await client.end()
      else onWord('')
    } catch {
      setTimeout(() => void attendAgain(), againAfterMs).unref()
    }
  }

  return {
    close: async () => {
      closed = true
      await client.end()
    },
  }
}

export async function tryLock(settings: pg.ClientConfig, key: number): Promise<Lock | null> {
  const client = new pg.Client({ ...settings, ...lasting })
  let alive = true
  client.on('error', () => undefined)
  client.once('end', () => (alive = false))
  const { rows } = await saying<{ taken: boolean }>(
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
      // A connection that does not answer may still hold the lock on the other side: it is given up.
      void client.end().catch(() => undefined)
      return false
    }
  }
  if (rows[0]?.taken === true) return { held, close: () => client.end() }
  await client.end()
  return null
}

/** Connects and says the first thing; a connection that is refused it is not left open. */
async function saying<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  try {
    await client.connect()
    return await client.query<Row>(text, values)
  } catch (error) {
    void client.end().catch(() => undefined)
    throw error
  }
}
