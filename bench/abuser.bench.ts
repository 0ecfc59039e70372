// What everybody else notices of one learner who makes 200 calls a second: orders, reads, and a history of 100,000 trades.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { joinEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb, type Db } from '../server/db/handle.ts'
import { manySignUps, signUpLearners } from './learners.ts'
import { startLogging } from './product.ts'
import { giveTrades } from './traders.ts'

type Say = (line: string) => void

/** So many that none of them reaches the end of their own share. */
const learners = 40
const trades = 100_000
const rounds = 5
const secondsEach = 6
const leadMs = 5_000
const goal = 3

export default async function measure(say: Say): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  const product = await startLogging(dataDir, { LOG_LEVEL: 'info', ...manySignUps })
  const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  const db = openDb(postgres.connection, { unlimited: true })
  const children: ChildProcess[] = []
  const run = (script: string, args: readonly string[]): ChildProcess => {
    const child = fork(new URL(script), args)
    children.push(child)
    return child
  }
  try {
    const { address } = product
    const tokens = await signUpLearners(address, learners)
    const [token = ''] = await signUpLearners(address, 1, learners)
    await prepare(db)
    const answer = await fetch(`${address}/api/current-price/LYFT`)
    const { price } = (await answer.json()) as { price: number }
    const prober = run(import.meta.resolve('./call-prober.ts'), [
      `${address}/api/portfolio`,
      ...tokens,
    ])
    const abuser = run(import.meta.resolve('./abuser.ts'), [address, token, String(price)])
    await measureRounds(prober, abuser, say)
  } finally {
    for (const child of children) child.disconnect()
    await db.close()
    await postgres.stop()
    await product.stop()
    await rm(dataDir, { recursive: true })
  }
}

/** The last who has signed up is the one with the long past; everybody else holds a little. */
async function prepare(db: Db): Promise<void> {
  const portfolios = await db.query<{ id: number }>('select id from portfolio order by id desc')
  for (const [index, { id }] of portfolios.entries()) {
    await giveTrades(db, { portfolioId: id, trades: index === 0 ? trades : 24, years: 5 })
  }
  // Its orders are not refused for want of cash.
  await db.query('update portfolio set cash_cents = 1000000000000')
  await db.query('vacuum analyze trade')
}

/** In turn, so that whatever else the machine does falls on both. */
async function measureRounds(prober: ChildProcess, abuser: ChildProcess, say: Say): Promise<void> {
  const p95 = async (): Promise<number> => {
    await read<number[]>(prober)
    await sleep(secondsEach * 1000)
    return part(await read<number[]>(prober), 0.95)
  }
  // Code that has not run often is slow.
  await sleep(3_000)
  const ratios: number[] = []
  say('GET /api/portfolio of the others   p95 quiet   p95 with the abuser   ratio')
  for (let round = 1; round <= rounds; round += 1) {
    const quiet = await p95()
    abuser.send('go')
    // What an account may have at once after a pause is over by then, and does not come again at this rate.
    await sleep(leadMs)
    const beside = await p95()
    const statuses = await read<Record<string, number>>(abuser)
    ratios.push(beside / quiet)
    const columns = [ms(quiet).padStart(22), ms(beside).padStart(22)].join('')
    const ratio = (beside / quiet).toFixed(1).padStart(8)
    say(`round ${round}               ${columns}${ratio}   abuser: ${countsOf(statuses)}`)
    await sleep(3_000)
  }
  say(`median ratio                       ${part(ratios, 0.5).toFixed(1)}, goal at most ${goal}`)
}

async function read<T>(child: ChildProcess): Promise<T> {
  child.send('read')
  const [told] = (await once(child, 'message')) as [T]
  return told
}

const part = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN

const ms = (value: number): string => `${value.toFixed(1)} ms`

const countsOf = (statuses: Readonly<Record<string, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
