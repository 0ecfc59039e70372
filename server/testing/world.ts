// A world for one test: a fresh copy of the database, and the whole application on it.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import { inject, onTestFinished } from 'vitest'

import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDb, type Connection, type Db } from '../db.ts'
import { createLog } from '../log.ts'
import type { Market } from '../market/market.ts'
import { openMarket } from '../market/open.ts'
import { template } from './postgres.ts'

export interface World {
  readonly app: FastifyInstance
  readonly db: Db
  readonly connection: Connection
  readonly market: Market
  /** Every line that has been logged so far. */
  readonly logLines: readonly string[]
}

export interface WorldOptions {
  readonly env?: Record<string, string>
  readonly webDir?: string
  readonly now?: () => number
  /** Another node on the database of a first one. */
  readonly connection?: Connection
}

/** Made inside a test; gone when the test is over. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const connection = options.connection ?? (await freshDatabase())
  const db = openDb(connection)
  const logLines: string[] = []
  const config = readConfig(options.env ?? {})
  const log = createLog('trace', into(logLines))
  const now = options.now ?? Date.now
  const market = await openMarket({ config: config.market, db, now, random: () => 0.5, log })
  const app = await buildApp({
    config,
    db,
    log,
    market,
    now,
    webDir: options.webDir ?? join(import.meta.dirname, 'no-web-app'),
  })
  onTestFinished(async () => {
    await app.close()
    await market.close()
    await db.close()
  })
  return { app, db, connection, market, logLines }
}

/** A new database; `empty` is one without even the migrations. */
export async function freshDatabase(
  from: typeof template | 'empty' = template,
): Promise<Connection> {
  const connection = inject('connection')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const admin = openDb(connection)
  await admin.query(`create database ${database} template ${from === 'empty' ? 'template0' : from}`)
  await admin.close()
  return { ...connection, database }
}

const into = (lines: string[]): Writable =>
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
