// Brings new splits into the accounts of people who are away, so that a ranking of all counts everybody's shares alike.
import type { FastifyInstance } from 'fastify'

import { DatabaseUnreachable, type Db } from '../db/handle.ts'
import { applySplits, type SplitLog } from './splits.ts'
import { lockAccounts } from './store.ts'

/** Whoever looks or trades meets a split at once; the others may wait a little. */
const lookEveryMs = 60_000
const accountsAtOnce = 200

/** On every node: two that meet in an account wait for each other, and the second finds it done. */
export function startSplitJob(
  app: FastifyInstance,
  { db, log }: { readonly db: Db; readonly log: SplitLog },
): void {
  let metThrough = 0
  let closed = false
  let running: Promise<void> | null = null
  const look = async (): Promise<void> => {
    const latest = await latestSplit(db)
    if (latest === metThrough) return
    const { failed } = await applySplitsEverywhere(db, log, () => closed)
    if (!closed && failed === 0) metThrough = latest
  }
  const start = (): void => {
    running ??= look()
      .catch((err: unknown) => {
        if (!closed) log.error({ err }, 'splits could not be brought into the accounts')
      })
      .finally(() => (running = null))
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    start()
    timer = setInterval(start, lookEveryMs).unref()
  })
  app.addHook('onClose', async () => {
    closed = true
    clearInterval(timer)
    await running
  })
}

async function latestSplit(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number | null }>('select max(id) as id from split')
  return row?.id ?? 0
}

export interface Visited {
  readonly met: number
  /** Told of in the log, and visited again in the next round. */
  readonly failed: number
}

/** Every account that has not met the latest split, some at a time. */
export async function applySplitsEverywhere(
  db: Db,
  log: SplitLog,
  isEnough: () => boolean = () => false,
): Promise<Visited> {
  const visited = { met: 0, failed: 0 }
  let after = 0
  while (!isEnough()) {
    const page = await db.query<{ id: number }>(
      `select id from account where id > $1 and splits_through < (select max(id) from split)
       order by id limit $2`,
      [after, accountsAtOnce],
    )
    const last = page.at(-1)
    if (last === undefined) break
    after = last.id
    const ids = page.map(({ id }) => id)
    const failed = await visitAll({ db, log, isEnough }, ids)
    visited.met += ids.length - failed
    visited.failed += failed
  }
  return visited
}

interface Visit {
  readonly db: Db
  readonly log: SplitLog
  readonly isEnough: () => boolean
}

/** One that cannot be met spoils the transaction of all, so then each has its own. Returns how many failed. */
async function visitAll({ db, log, isEnough }: Visit, ids: readonly number[]): Promise<number> {
  // What is told on the way is true only when the transaction is committed.
  const told: Parameters<SplitLog['error']>[] = []
  try {
    await visit(db, ids, { error: (...words) => void told.push(words) })
    for (const words of told) log.error(...words)
    return 0
  } catch (err) {
    if (err instanceof DatabaseUnreachable) throw err
  }
  let failed = 0
  for (const id of ids) {
    if (isEnough()) break
    try {
      await visit(db, [id], log)
    } catch (err) {
      if (err instanceof DatabaseUnreachable) throw err
      failed += 1
      log.error({ err, accountId: id }, 'splits could not be brought into an account')
    }
  }
  return failed
}

const visit = (db: Db, ids: readonly number[], log: SplitLog): Promise<void> =>
  db.transaction(async (tx) => {
    await lockAccounts(tx, ids)
    for (const { id } of await touched(tx, ids)) await applySplits(tx, id, log)
  })

/** Passes those for whom a split is no matter, which are most of them; returns the others. */
function touched(tx: Pick<Db, 'query'>, ids: readonly number[]): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    `with behind as (
       select id, exists (
         select from split s join position p on p.ticker_id = s.ticker_id and p.account_id = account.id
         where s.id > account.splits_through
       ) as is_touched
       from account where id = any($1::bigint[]) and splits_through < (select max(id) from split)
     ), passed as (
       update account set splits_through = (select max(id) from split)
       from behind where account.id = behind.id and not is_touched
     )
     select id from behind where is_touched order by id`,
    [ids],
  )
}
