// Fills a database with the demo world of a day, in one transaction, unless it has that world or holds real accounts.
import { dayOf } from '@tengrand/core/day.ts'

import type { Db, Tx } from '../db/handle.ts'
import { locks } from '../db/locks.ts'
import { hasTable } from '../db/migrate.ts'
import type { Market } from '../market/market.ts'
import { createPasswords } from '../identity/embedded/password.ts'
import { StartProblem } from '../errors.ts'
import { demoLearner } from './people.ts'
import { worldOf } from './world.ts'
import { writeWorld } from './write-world.ts'

interface DemoDeps {
  readonly db: Db
  /** The market that the server will use. */
  readonly market: Market
  readonly now: () => number
  readonly seed?: string
}

interface Filled {
  /** Null if the database already has the world of this seed and day. */
  readonly made: { readonly traders: number; readonly trades: number } | null
}

/** Replaces a demo world of another day or seed, including all changes made in it. */
export async function fillDemoWorld(deps: DemoDeps): Promise<Filled> {
  const { db, market, now, seed = 'tengrand' } = deps
  const at = now()
  const wanted = { seed, day: dayOf(at) }
  if (await hasWorld(db, wanted)) return { made: null }
  // Before the transaction, so that its connection is not idle during the computation.
  const world = await worldOf(market, { now: at, seed })
  const password = await createPasswords().hash(demoLearner.password)
  return db.transaction(async (tx) => {
    // Keeps running nodes from writing rankings, and a second fill from starting.
    await tx.query('select pg_advisory_xact_lock($1)', [locks.ranking])
    if (await hasWorld(tx, wanted)) return { made: null }
    await writeWorld(tx, world, { password, market, now })
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

/** Marks a database whose data may be deleted; not in a migration, because a real installation must not have it. */
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

/** Refuses a database with accounts that are not of a demo. */
async function hasWorld(tx: Tx, wanted: Mark): Promise<boolean> {
  const [mark] = (await hasTable(tx, 'demo_world'))
    ? await tx.query<Mark>('select seed, day from demo_world')
    : []
  if (mark !== undefined) return mark.seed === wanted.seed && mark.day === wanted.day
  const people = await tx.query(
    'select where exists (select from account) or exists (select from identity.person)',
  )
  if (people.length === 0) return false
  throw new StartProblem(
    'This database holds accounts that are not of a demo. Set DATA_DIR to a folder for the demo alone.',
  )
}
