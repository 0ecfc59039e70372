// Blocks messages about emails between their lease and their writing.
import type { World } from '../../testing/world.ts'

export interface HeldMessages {
  /** True while the lease of a message waits for the lock. */
  readonly isHeld: () => Promise<boolean>
  readonly whileHeld: <T>(work: () => Promise<T>) => Promise<T>
}

const lock = 42

/** Adds a trigger that waits, so the test needs its own world. */
export async function holdMessages({ db }: World): Promise<HeldMessages> {
  await db.query(
    `create function wait_in_a_test() returns trigger language plpgsql as
     $$ begin perform pg_advisory_xact_lock(${lock}); return new; end $$`,
  )
  await db.query(
    `create trigger wait_in_a_test before update on letter
     for each row when (new.kind = 'email to confirm') execute function wait_in_a_test()`,
  )
  return {
    isHeld: async () => {
      const waiting = await db.query(
        `select from pg_locks join pg_database on pg_database.oid = database
         where datname = current_database() and locktype = 'advisory' and not granted`,
      )
      return waiting.length > 0
    },
    whileHeld: (work) =>
      db.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock($1)', [lock])
        return work()
      }),
  }
}
