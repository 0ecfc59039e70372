// The one connection of each process that uses the database: who is the app, who else is here, and may the server be stopped.
import pg from 'pg'

import { isAlive, isSameFolder } from './processes.ts'
import { until } from './until.ts'

export const superuser = 'postgres'
const appRole = 'tengrand'

/** Advisory locks in the database "postgres": the app holds the first alone; app and tools share the second. */
const lockSpace = 0x74656e67
const appLock = 1
const usersLock = 2

const livingHolderMs = 1_000
const deadHolderMs = 10_000

export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password?: string
}

export class Session {
  readonly #client: pg.Client
  #isClosing = false
  #isOver = false

  constructor(place: { host: string; port: number; password: string | undefined }) {
    this.#client = new pg.Client({
      host: place.host,
      port: place.port,
      user: superuser,
      database: 'postgres',
      ...(place.password === undefined ? {} : { password: place.password }),
      ssl: false,
      application_name: `tengrand ${process.pid}`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 30_000,
    })
    // Without a listener a lost connection would end the process; code that needs to know listens for its end.
    this.#client.on('error', () => {})
    this.#client.once('end', () => (this.#isOver = true))
  }

  /** Opens it and proves that the server is the one of this folder. */
  async open(pgdata: string): Promise<void> {
    await this.#client.connect()
    const { rows } = await this.#client.query<{ data_directory: string }>('show data_directory')
    const served = rows[0]?.data_directory ?? ''
    if (await isSameFolder(served, pgdata)) return
    await this.close()
    throw new Error(`it serves ${served}`)
  }

  /** False when the server is about to be stopped. */
  async join(): Promise<boolean> {
    return this.#try('pg_try_advisory_lock_shared', usersLock)
  }

  /** The process that is the app on this database: undefined when it is this one from now on. */
  async becomeApp(): Promise<number | undefined> {
    const began = performance.now()
    const answer = await until(async () => {
      if (await this.#try('pg_try_advisory_lock', appLock)) return 'taken'
      const holder = await this.#appHolder()
      // The connection of an app that has just been killed needs a moment to close.
      const patience = holder > 0 && (await isAlive(holder)) ? livingHolderMs : deadHolderMs
      return performance.now() - began > patience ? holder : undefined
    }, deadHolderMs + livingHolderMs)
    return answer === 'taken' ? undefined : (answer ?? 0)
  }

  /** Whether within this time no other process uses the server any more; from then on none can join. */
  async aloneWithin(limitMs: number): Promise<boolean> {
    const alone = await until(
      async () => (await this.#try('pg_try_advisory_lock', usersLock)) || undefined,
      limitMs,
    )
    return alone === true
  }

  /** Leaves; true when this was the last user. Released first: of two that leave together one must see itself last. */
  async leave(): Promise<boolean> {
    await this.#try('pg_advisory_unlock_shared', usersLock)
    return this.#try('pg_try_advisory_lock', usersLock)
  }

  /** The app works with a role of its own, so that a hole in it is not a hole in the whole server. */
  async ensureDatabase(password: string | undefined): Promise<Omit<Connection, 'host' | 'port'>> {
    const secret = password === undefined ? '' : ` password ${this.#client.escapeLiteral(password)}`
    const found = await this.#client.query<{ has_role: boolean; has_database: boolean }>(
      `select exists (select from pg_roles where rolname = '${appRole}') as has_role,
        exists (select from pg_database where datname = '${appRole}') as has_database`,
    )
    const { has_role, has_database } = found.rows[0] ?? {}
    if (has_role !== true) await this.#make(`create role ${appRole} login createdb${secret}`)
    if (has_database !== true) await this.#make(`create database ${appRole} owner ${appRole}`)
    const connection = { user: appRole, database: appRole }
    return password === undefined ? connection : { ...connection, password }
  }

  /** Also told of a loss from before. */
  onLost(listener: () => void): void {
    const tell = () => {
      if (!this.#isClosing) listener()
    }
    if (this.#isOver) queueMicrotask(tell)
    else this.#client.once('end', tell)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#client.end().catch(() => {})
  }

  async #try(verb: string, lock: number): Promise<boolean> {
    const { rows } = await this.#client.query<{ done: boolean }>(
      `select ${verb}(${lockSpace}, ${lock}) as done`,
    )
    return rows[0]?.done === true
  }

  async #appHolder(): Promise<number> {
    const { rows } = await this.#client.query<{ application_name: string }>(
      `select application_name from pg_stat_activity join pg_locks using (pid)
        where locktype = 'advisory' and classid = ${lockSpace} and objid = ${appLock} and granted`,
    )
    return Number(rows[0]?.application_name.split(' ')[1] ?? 0)
  }

  /** Two that start together may both try; the second finds it made. */
  async #make(sql: string): Promise<void> {
    await this.#client.query(sql).catch((error: { code?: string }) => {
      if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error
    })
  }
}
