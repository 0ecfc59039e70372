// The baseline of the trade path: pgbench calls one prepared function that does a whole trade in one transaction.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Db } from '../server/db/handle.ts'

const run = promisify(execFile)

export async function findPgbench(): Promise<string | null> {
  for (const path of ['pgbench', ...debianPaths()]) {
    const runs = await run(path, ['--version']).then(
      () => true,
      () => false,
    )
    if (runs) return path
  }
  return null
}

/** Debian installs pgbench outside the PATH. */
function debianPaths(): string[] {
  const root = '/usr/lib/postgresql'
  try {
    return readdirSync(root).map((version) => join(root, version, 'bin/pgbench'))
  } catch {
    return []
  }
}

/**
 * Creates a function that does the same work as the product: it locks and reads the portfolio, looks up the idempotency
 * key, checks cash, and writes the same rows with the same constraints. It has portfolios of its own.
 */
export async function prepareTrades(db: Db, portfolios: number): Promise<void> {
  await db.query(`
    create function bench_buy(buyer bigint, stock smallint, amount bigint, price bigint, sent uuid)
    returns bigint language plpgsql as $$
    declare
      moment timestamptz := clock_timestamp();
      have record;
      done bigint;
    begin
      select cash_cents as cash, shares, cost_cents as costs into have from portfolio where id = buyer for update;
      select id into done from trade where portfolio_id = buyer and key = sent;
      if found then return done; end if;
      if have.cash < amount * price then raise exception 'not enough cash'; end if;
      insert into trade
        (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, seen_cents, key)
      values (buyer, moment, 'BUY', stock, amount, -amount * price, price, 0, price, sent)
      returning id into done;
      have.shares[stock] := have.shares[stock] + amount;
      have.costs[stock] := have.costs[stock] + amount * price;
      update portfolio set cash_cents = have.cash - amount * price, shares = have.shares, cost_cents = have.costs,
        last_trade_at = moment, first_trade_at = coalesce(first_trade_at, moment)
      where id = buyer;
      return done;
    end $$`)
  await db.query(
    `with made as (
       insert into account (issuer, subject, display_name, name_key, created_at)
       select 'pgbench', n, 'pgbench ' || n, 'pgbench' || n, now() from generate_series(1, $1::int) n
       returning id
     )
     insert into portfolio
       (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at, splits_through, email_verified)
     select id, 1, 1, 1000000, 0, now(), 0, false from made`,
    [portfolios],
  )
}

export interface PgbenchOptions {
  readonly pgbench: string
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly database: string
  }
  /** The first and last id of pgbench's portfolios, which are consecutive. */
  readonly first: number
  readonly last: number
  readonly folder: string
}

export interface PgbenchResult {
  readonly trades: number
  readonly perSecond: number
  readonly meanMs: number
}

export async function runPgbench(
  { pgbench, connection, first, last, folder }: PgbenchOptions,
  clients: number,
  seconds: number,
): Promise<PgbenchResult> {
  const script = join(folder, 'trade.sql')
  await writeFile(
    script,
    `\\set buyer random(${first}, ${last})\nselect bench_buy(:buyer, 15::smallint, 1, 1500, gen_random_uuid());\n`,
  )
  const { host, port, user, database } = connection
  const server = ['-h', host, '-p', String(port), '-U', user]
  const work = ['-M', 'prepared', '-n', '-c', String(clients), '-j', '1', '-T', String(seconds)]
  const { stdout } = await run(pgbench, [...server, ...work, '-f', script, database])
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
  return {
    trades: number(/transactions actually processed: (\d+)/),
    perSecond: number(/tps = ([\d.]+)/),
    meanMs: number(/latency average = ([\d.]+) ms/),
  }
}
