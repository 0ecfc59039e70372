// `npm run demo` creates demo data once, prints a sign-in, and ignores the settings of a production server.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { gibibyte, roomFor } from '../server/testing/memory.ts'

test(
  'the demo is made once, says how to sign in, and ends as a whole',
  { timeout: 240_000 },
  async () => {
    const dataDir = await mkdtemp(join(await roomFor(gibibyte, tmpdir()), 'tengrand-demo-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))

    const first = run(dataDir)
    const output = await untilReady(first)
    expect(output).toMatch(/^Made the demo world of today in \S+ s: 61 traders with \S+ trades\.$/m)
    const words = /^Sign in with (?<email>\S+) and the password: (?<password>.+)$/m.exec(output)
    const answer = await fetch(`${addressIn(output)}/identity/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(words?.groups ?? {}),
    })
    expect(answer.status).toBe(200)
    await end(first)

    // An empty argument is not a seed, and the demo needs none of the removed settings on the second start either.
    const second = run(dataDir, [''], {})
    expect(await untilReady(second)).not.toContain('Made the demo world')
    await end(second)
  },
)

/** Settings of a production server. */
const inEarnest = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://tengrand.example',
  DATABASE_URL: 'postgres://127.0.0.1:1/earnest',
  MARKET: 'yahoo',
  MARKET_HOURS: 'nyse',
  MARKET_SECRET: 'a secret in earnest',
  IDENTITY: 'oidc',
  SMTP_URL: 'nonsense',
  PGSSLMODE: 'require',
}

function run(
  dataDir: string,
  args: readonly string[] = [],
  outside: Readonly<Record<string, string>> = inEarnest,
): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.mjs'), ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      ...outside,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const addressIn = (output: string) => /^Tengrand is ready at (\S+)$/m.exec(output)?.[1]

async function untilReady(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk)
    if (addressIn(output) !== undefined) return output
  }
  throw new Error(`The demo ended early: ${output}`)
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
}
