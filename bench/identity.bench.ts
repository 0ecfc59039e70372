// What signing in costs, and whether the time it takes tells a known email from an unknown one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { start } from './product.ts'

const rounds = 50
const known = 'known@school.example'
const unknown = 'nobody@school.example'
const password = 'correct horse battery'

type Ask = (path: string, body: object) => Promise<number>

export default async function measure(say: (line: string) => void): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  const product = await start('../server/main.ts', {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...limits,
  })
  const ask = askerOf(product.address)
  await ask('/sign-up/email', { email: known, password })
  await compare('a wrong password', say, (email) =>
    ask('/sign-in/email', { email, password: 'incorrect horse battery' }),
  )
  await compare('asking for a new password', say, (email) =>
    ask('/request-password-reset', { email }),
  )
  const signIns = await timesOf(() => ask('/sign-in/email', { email: known, password }))
  say(
    'the right password'.padEnd(47) +
      `median ${at(signIns, 0.5)} ms, p5 ${at(signIns, 0.05)}, p95 ${at(signIns, 0.95)}`,
  )
  await product.stop()
  await rm(dataDir, { recursive: true })
}

/** Counted as in earnest, but never reached. */
const limits = {
  IDENTITY_FAILURES_PER_ADDRESS: '9999',
  IDENTITY_FAILURES_PER_ACCOUNT: '9999',
  IDENTITY_SIGN_INS_PER_MINUTE: '9999',
  IDENTITY_RESETS_PER_TEN_MINUTES: '9999',
}

const askerOf =
  (address: string): Ask =>
  async (path, body) => {
    const from = performance.now()
    const response = await fetch(`${address}/identity${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.text()
    return performance.now() - from
  }

/** In turns and in either order, so that whatever else the machine does falls on both. */
async function compare(
  what: string,
  say: (line: string) => void,
  ask: (email: string) => Promise<number>,
): Promise<void> {
  const times: Record<string, number[]> = { [known]: [], [unknown]: [] }
  for (let round = -10; round < rounds; round += 1) {
    for (const email of round % 2 === 0 ? [known, unknown] : [unknown, known]) {
      const time = await ask(email)
      if (round >= 0) times[email]?.push(time)
    }
  }
  for (const [email, list] of Object.entries(times)) {
    const sorted = list.toSorted((a, b) => a - b)
    const whose = email === known ? 'a known email' : 'an unknown email'
    say(
      `${what}, ${whose}`.padEnd(47) +
        `median ${at(sorted, 0.5)} ms, p5 ${at(sorted, 0.05)}, p95 ${at(sorted, 0.95)}`,
    )
  }
}

async function timesOf(ask: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await ask())
  return times.toSorted((a, b) => a - b)
}

const at = (times: readonly number[], part: number): string =>
  (times[Math.floor(part * (times.length - 1))] ?? Number.NaN).toFixed(2)
