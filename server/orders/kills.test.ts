// Two servers on one database that are killed at random times during trading: no trade is lost or made twice.
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { cents, formatMoney, toDollars } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { isLong } from '../testing/effort.ts'
import { signUp } from '../testing/learner.ts'
import { createWorld, type World } from '../testing/world.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { startServer, urlOf, type ServerProcess } from '../testing/server-process.ts'

const size = isLong
  ? { orders: 10_000, accounts: 50, kills: 60 }
  : { orders: 400, accounts: 10, kills: 2 }
/** Each learner has two browser windows open. */
const windows = 2
/** The number of times per kill that database connections are cut. */
const cutsPerKill = 4

const secrets = { IDENTITY_SECRET: randomUUID(), IDENTITY_TOKEN_MINUTES: '60' }
const manySignUps = { IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '10000' }

interface Sent {
  readonly key: string
  readonly way: 'buy' | 'sell'
  readonly ticker: Ticker
  readonly quantity: number
  readonly status: number
  readonly answer: { readonly message?: string; readonly code?: string }
  readonly tries: number
}

test(
  `${size.orders} orders survive ${size.kills} kills of two servers`,
  { timeout: 900_000 },
  async () => {
    const world = await createWorld({ env: { ...secrets, ...manySignUps } })
    const env = { ...secrets, DATABASE_URL: urlOf(world.connection) }
    const starting = Promise.all([startServer(env), startServer(env)])
    const tokens = await signUpAll(world)
    const servers = await starting
    const sent: Sent[] = []
    const traded = tradeAll({ world, servers, sent }, tokens)
    const chaos = killNowAndThen({ world, servers, answered: () => sent.length })
    await traded
    await chaos

    const acknowledged = sent.filter(({ status }) => status === 200)
    expect(sent).toHaveLength(size.orders)
    // Enough orders of each kind; otherwise the test has checked nothing.
    expect(acknowledged.length).toBeGreaterThan(size.orders / 4)
    expect(sent.filter(({ tries }) => tries > 1).length).toBeGreaterThanOrEqual(size.kills)
    const codes = new Set(sent.flatMap(({ answer }) => answer.code ?? []))
    expect([...codes].filter((code) => !possible.has(code))).toEqual([])
    expect(await tradesIn(world)).toEqual(
      new Map(acknowledged.map(({ key, answer }) => [key, answer.message])),
    )
    expect(await expectCleanAudit(world.db)).toMatchObject({
      portfolios: size.accounts,
      trades: acknowledged.length,
    })
  },
)

const possible = new Set(['insufficient_cash', 'insufficient_shares', 'price_moved'])

interface Storm {
  readonly world: World
  readonly servers: readonly ServerProcess[]
  readonly sent: Sent[]
}

async function signUpAll(world: World): Promise<string[]> {
  const tokens: string[] = []
  for (let made = 0; made < size.accounts; made += 1) tokens.push((await signUp(world.app)).token)
  return tokens
}

async function tradeAll({ world, servers, sent }: Storm, tokens: readonly string[]): Promise<void> {
  let left = size.orders
  const trade = async (token: string): Promise<void> => {
    while (left > 0) {
      left -= 1
      sent.push(await sendUntilAnswered({ world, servers }, token))
    }
  }
  await Promise.all(tokens.flatMap((token) => Array.from({ length: windows }, () => trade(token))))
}

/** Retries like the page: with the same key until there is a response, from either server. */
async function sendUntilAnswered(
  { world, servers }: Omit<Storm, 'sent'>,
  token: string,
): Promise<Sent> {
  const way = randomInt(5) < 3 ? 'buy' : 'sell'
  const ticker = tickers[randomInt(3)] ?? 'AAPL'
  const quantity = randomInt(1, 6)
  const price = toDollars(world.market.quote(ticker)?.price ?? missing('A price'))
  const key = randomUUID()
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const body = JSON.stringify({ ticker, quantity, price })
  for (let tries = 1; tries < 2_000; tries += 1) {
    const address = servers[randomInt(servers.length)]?.address() ?? null
    const answered = await ask(`${address}/api/${way}`, { method: 'POST', headers, body })
    if (answered !== null) return { key, way, ticker, quantity, tries, ...answered }
    await pause(100)
  }
  throw new Error('No server answers any more.')
}

function missing(what: string): never {
  throw new Error(`${what} is missing.`)
}

/** Null if the outcome of the order stays unknown. */
async function ask(
  url: string,
  request: RequestInit,
): Promise<Pick<Sent, 'status' | 'answer'> | null> {
  try {
    const response = await fetch(url, request)
    const answer = (await response.json()) as Sent['answer']
    return response.status >= 500 ? null : { status: response.status, answer }
  } catch {
    return null
  }
}

/** Triggered by progress instead of time, so that it always happens between orders. */
async function killNowAndThen({
  world,
  servers,
  answered,
}: Omit<Storm, 'sent'> & { readonly answered: () => number }): Promise<void> {
  const restarts: Promise<void>[] = []
  const down = new Set<ServerProcess>()
  const strikes = size.kills * cutsPerKill
  for (let strike = 1; strike <= strikes; strike += 1) {
    const due = Math.floor((strike * size.orders) / (strikes + cutsPerKill))
    while (answered() < due) await pause(2)
    await cutConnections(world)
    if (strike % cutsPerKill !== 0) continue
    // Waits while the other server restarts; otherwise all orders could be done before it is up.
    while (down.size === servers.length) await pause(2)
    const up = servers.filter((server) => !down.has(server))
    const victim = up[randomInt(up.length)] ?? missing('A server')
    down.add(victim)
    // After the last kill no request needs the server.
    const killed = strike < strikes ? victim.killAndRestart() : victim.kill()
    restarts.push(killed.then(() => void down.delete(victim)))
  }
  await Promise.all(restarts)
}

const cutConnections = ({ db }: World) =>
  db.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5
      and backend_type = 'client backend'`)

/** The result of each order by its key, with the sentence of its response. */
async function tradesIn({ db }: World): Promise<Map<string, string>> {
  const rows = await db.query<{ key: string; words: string; price: number; cash: number }>(
    `select key, price_cents as price, abs(cash_cents) as cash,
       case when shares > 0 then 'Bought ' else 'Sold ' end || abs(shares)
         || case abs(shares) when 1 then ' share' else ' shares' end || ' of ' || symbol as words
     from trade join ticker on ticker.id = ticker_id`,
  )
  return new Map(
    rows.map(({ key, words, price, cash }) => [
      key,
      `${words} at ${formatMoney(cents(price))} for ${formatMoney(cents(cash))}.`,
    ]),
  )
}
