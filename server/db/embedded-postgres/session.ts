// The control connection of each process to the embedded server: its advisory locks say which process is the app and
// whether the server is in use.
import pg from 'pg'

import type { ConnectionParts } from '../handle.ts'
import { isAlive, isSameFolder } from './processes.ts'
import { until } from './until.ts'

export const superuser = 'postgres'
const appRole = 'tengrand'

/** Advisory locks in the database "postgres": the app holds the first exclusively; app and commands share the second. */
const lockSpace = 0x74656e67
const appLock = 1
const usersLock = 2

const livingHolderMs = 1_000
const deadHolderMs = 10_000

export class Session {
  readonly #client: pg.Client
  #isClosing = false
  #isOver = false

  constructor(server: { host: string; port: number; password: string | undefined }) {
    this.#client = new pg.Client({
      host: server.host,
      port: server.port,
      user: superuser,
      database: 'postgres',
      ...(server.password === undefined ? {} : { password: server.password }),
      ssl: false,
      application_name: `tengrand ${process.pid}`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 30_000,
    })
    // Without a listener a lost connection would end the process; onLost listens for the end.
    this.#client.on('error', () => {})
    this.#client.once('end', () => (this.#isOver = true))
  }

  /** Connects, and verifies that the server serves this folder. */
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

  /** Claims the role of the app; returns the pid of the process that has it already, or undefined. */
  async becomeApp(): Promise<number | undefined> {
    const began = performance.now()
    const answer = await until(async () => {
      if (await this.#try('pg_try_advisory_lock', appLock)) return 'taken'
      const holder = await this.#appHolder()
      // The connection of an app that has just been killed needs a moment to close.
      const waitMs = holder > 0 && (await isAlive(holder)) ? livingHolderMs : deadHolderMs
      return performance.now() - began > waitMs ? holder : undefined
    }, deadHolderMs + livingHolderMs)
    return answer === 'taken' ? undefined : (answer ?? 0)
  }

  /** Waits until no other process uses the server; once true, none can join. */
  async aloneWithin(limitMs: number): Promise<boolean> {
    const alone = await until(
      async () => (await this.#try('pg_try_advisory_lock', usersLock)) || undefined,
      limitMs,
    )
    return alone === true
  }

  /** Leaves; true for the last user. Unlocks first, so that of two processes leaving together one is the last. */
  async leave(): Promise<boolean> {
    await this.#try('pg_advisory_unlock_shared', usersLock)
    return this.#try('pg_try_advisory_lock', usersLock)
  }

  /** The app has a role of its own, without superuser rights. */
  async ensureDatabase(
    password: string | undefined,
  ): Promise<Omit<ConnectionParts, 'host' | 'port'>> {
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

  /** Calls the listener when the connection is lost, even if it was lost before. */
  onLost(listener: () => void): void {
    const notify = () => {
      if (!this.#isClosing) listener()
    }
    if (this.#isOver) queueMicrotask(notify)
    else this.#client.once('end', notify)
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

  /** Ignores the error of the second of two concurrent starts. */
  async #make(sql: string): Promise<void> {
    await this.#client.query(sql).catch((error: { code?: string }) => {
      if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error
    })
  }
}
