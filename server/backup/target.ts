// What a backup may be restored into: a database without people in it, which nothing else is using.
import type { Tx } from '../db/handle.ts'
import { StartProblem } from '../errors.ts'
import type { BackupHeader } from './format.ts'

export async function refuseUsed(tx: Tx, { migrations }: BackupHeader): Promise<void> {
  await refuseRunning(tx)
  await refusePeople(tx)
  const applied = await readApplied(tx)
  const later = applied.find((name) => !migrations.includes(name))
  if (later === undefined) return
  throw new StartProblem(
    `This database has had migration ${later}, and the backup is from before it. Restore it into a database that has never been used.`,
  )
}

/** By the name that its connections have, or by what it listens to where an address gives them another. */
async function refuseRunning(tx: Tx): Promise<void> {
  const others = await tx.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (application_name = 'tengrand' or query ilike 'listen %tengrand\\_%')`,
  )
  if (others.length === 0) return
  throw new StartProblem(
    'Tengrand, or one of its commands, is running on this database. Stop it first.',
  )
}

/** Portfolios, orders and trades refer to an account, so they need no look of their own. */
const used = ['account', 'identity.person', 'waitlist', 'departure', 'admin_action']

/** A product that has started and that nobody has used yet has prices and an empty ranking, which may go. */
async function refusePeople(tx: Tx): Promise<void> {
  for (const table of used) {
    if (!(await exists(tx, table))) continue
    const rows = await tx.query(`select from ${table} limit 1`)
    if (rows.length > 0) {
      throw new StartProblem(
        `This database is not empty: its table ${table} has rows. Restore into an empty one: another DATA_DIR, or another DATABASE_URL.`,
      )
    }
  }
}

async function readApplied(tx: Tx): Promise<string[]> {
  if (!(await exists(tx, 'migration'))) return []
  const rows = await tx.query<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}

async function exists(tx: Tx, table: string): Promise<boolean> {
  const [row] = await tx.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [table],
  )
  return row?.exists === true
}
