// Connections that are kept open for what they hold: a subscription to a channel, or an advisory lock.
import pg from 'pg'

export interface Closable {
  close(): Promise<void>
}

export interface Lock extends Closable {
  /** False when the connection that holds it is gone, or does not answer. */
  readonly held: () => Promise<boolean>
}

const againAfterMs = 1_000

/** An idle connection may be cut on the way silently; TCP keep-alive notices that sooner. */
const lasting = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, query_timeout: 20_000 }

export async function listen(
  settings: pg.ClientConfig,
  channel: string,
  onMessage: (message: string) => void,
): Promise<Closable> {
  let closed = false
  let client = await subscribe()

  async function subscribe(): Promise<pg.Client> {
    const next = new pg.Client({ ...settings, ...lasting })
    next.on('error', () => undefined)
    next.on('notification', ({ payload = '' }) => onMessage(payload))
    await connectAndQuery(next, `listen ${pg.escapeIdentifier(channel)}`)
    next.once('end', () => void resubscribe())
    return next
  }

  async function resubscribe(): Promise<void> {
    if (closed) return
    try {
      client = await subscribe()
      if (closed) await client.end()
      else onMessage('')
    } catch {
      setTimeout(() => void resubscribe(), againAfterMs).unref()
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
      // A connection that does not answer may still hold the lock on the other side: it is given up.
      void client.end().catch(() => undefined)
      return false
    }
  }
  if (rows[0]?.taken === true) return { held, close: () => client.end() }
  await client.end()
  return null
}

/** The first query of a connection; where it fails, the connection is not left open. */
async function connectAndQuery<Row extends pg.QueryResultRow>(
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
