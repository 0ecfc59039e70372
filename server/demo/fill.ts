// Fills a database with the demo world of a day: once, as a whole or not at all, and never over what real people have.
import { dayOf } from '@tengrand/core/day.ts'

import type { Db, Tx } from '../db/handle.ts'
import { locks } from '../db/locks.ts'
import { hasTable } from '../db/migrate.ts'
import { createPasswords } from '../identity/embedded/password.ts'
import { StartProblem } from '../errors.ts'
import type { PastMarket } from './past.ts'
import { demoLearner } from './people.ts'
import { worldOf } from './world.ts'
import { writeWorld } from './write-world.ts'

export interface DemoDeps {
  readonly db: Db
  /** The one on which the product will run. */
  readonly market: PastMarket
  readonly now: () => number
  /** Other seeds, other people. */
  readonly seed?: string
}

export interface Filled {
  /** Null where the world of this seed and day was there already. */
  readonly made: { readonly traders: number; readonly trades: number } | null
}

/** The world of another day or seed is made anew: everything in the database goes, also what was done in it since. */
export async function fillDemoWorld(deps: DemoDeps): Promise<Filled> {
  const { db, market, now, seed = 'tengrand' } = deps
  const at = now()
  const wanted = { seed, day: dayOf(at) }
  if (await isThere(db, wanted)) return { made: null }
  // Before the transaction: no connection waits for this.
  const world = await worldOf({ market, now: at, seed })
  const password = await createPasswords().hash(demoLearner.password)
  return db.transaction(async (tx) => {
    // A node that is running leaves the rankings alone meanwhile, and so does another who fills.
    await tx.query('select pg_advisory_xact_lock($1)', [locks.ranking])
    if (await isThere(tx, wanted)) return { made: null }
    await writeWorld(tx, world, password)
    await tx.query(markTable)
    await tx.query('delete from demo_world')
    await tx.query('insert into demo_world (seed, day) values ($1, $2)', [seed, wanted.day])
    const { inhabitants } = world
    const trades = inhabitants.reduce(
      (sum, { orders, earlier }) => sum + orders.length + (earlier?.orders.length ?? 0),
      0,
    )
    return { made: { traders: inhabitants.length, trades } }
  })
}

/** In no migration, because an installation in earnest shall not have it: it says that all of this may be thrown away. */
const markTable = `
  create table if not exists demo_world (
    only_row boolean primary key default true check (only_row),
    seed     text not null,
    day      date not null
  )`

interface Mark {
  readonly seed: string
  readonly day: string
}

async function isThere(tx: Tx, wanted: Mark): Promise<boolean> {
  const mark = await readMark(tx)
  if (mark === null && (await hasPeople(tx))) throw isReal()
  return mark?.seed === wanted.seed && mark.day === wanted.day
}

async function readMark(tx: Tx): Promise<Mark | null> {
  if (!(await hasTable(tx, 'demo_world'))) return null
  const [mark] = await tx.query<Mark>('select seed, day from demo_world')
  return mark ?? null
}

async function hasPeople(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ exists: boolean }>(
    'select exists (select from account) or exists (select from identity.person) as exists',
  )
  return row?.exists === true
}

const isReal = (): StartProblem =>
  new StartProblem(
    'This database holds accounts that are not of a demo. Set DATA_DIR to a folder for the demo alone.',
  )
