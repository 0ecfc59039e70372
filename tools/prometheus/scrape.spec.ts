// A real Prometheus, with the configuration and alerts of `deploy/`, scrapes a running server that has a trade.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-prometheus-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Ends the process with the test and waits for its exit, because its data folder is deleted afterwards. */
function endWithTest(child: ChildProcess): void {
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
}

async function startServer(): Promise<{ address: string; metrics: string }> {
  const dataDir = await temporaryFolder()
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    env: { PATH, HOME, PORT: '0', METRICS_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    // The server ends when the IPC channel closes, even if the test is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  endWithTest(child)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  const ready = /^Tengrand is ready at (\S+)\nIts metrics are at http:\/\/(\S+)\/metrics$/m
  await expect.poll(() => output).toMatch(ready)
  const [, address = '', metrics = ''] = ready.exec(output) ?? []
  return { address, metrics }
}

/** Starts Prometheus with the files of `deploy/`, except for the node's address and the scrape interval. */
async function startPrometheus(target: string): Promise<Ask> {
  const folder = await temporaryFolder()
  const usual = await readFile(join(root, 'deploy/metrics/prometheus.yml'), 'utf8')
  const config = usual
    .replaceAll('15s', '1s')
    .replace('127.0.0.1:9464', target)
    .replace('alerts.yml', join(root, 'deploy/metrics/alerts.yml'))
  await writeFile(join(folder, 'prometheus.yml'), config)
  const listen = `127.0.0.1:${await freePort()}`
  const files = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
  endWithTest(
    spawn('prometheus', [...files, `--web.listen-address=${listen}`, '--log.level=error'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  )
  return async (path) => {
    const answer = await fetch(`http://${listen}/api/v1/${path}`)
    return ((await answer.json()) as { data: unknown }).data
  }
}

type Ask = (path: string) => Promise<unknown>

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function tradeOnce(address: string): Promise<number> {
  const post = async (path: string, body: object, token = '') =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const person = { email: 'ann@school.example', password: 'correct horse battery' }
  const signedUp = (await (await post('/identity/sign-up/email', person)).json()) as {
    token: string
  }
  const quoted = await fetch(`${address}/api/current-price/LYFT`)
  const { price } = (await quoted.json()) as { price: number }
  return (await post('/api/buy', { ticker: 'LYFT', quantity: 1, price }, signedUp.token)).status
}

test('a Prometheus reads every metric of a server in which somebody trades, and finds nothing to alert of', async () => {
  const { address, metrics } = await startServer()
  expect(await tradeOnce(address)).toBe(200)
  const ask = await startPrometheus(metrics)
  const valueOf = async (query: string): Promise<unknown> => {
    const data = await ask(`query?query=${encodeURIComponent(query)}`).catch(() => null)
    return (data as { result: { value: [number, string] }[] } | null)?.result[0]?.value[1]
  }
  await expect.poll(() => valueOf('up{job="tengrand"}')).toBe('1')
  await expect.poll(() => valueOf('tengrand_orders_total{outcome="executed"}')).toBe('1')
  expect(await valueOf('tengrand_trades')).toBe('1')
  expect(await valueOf('count(tengrand_price_age_seconds)')).toBe('16')

  const definitions = await readFile(join(root, 'server/metrics/definitions.ts'), 'utf8')
  const defined = [...definitions.matchAll(/'(tengrand_\w+)'/g)].map(([, name = '']) => name)
  const known = (await ask('label/__name__/values')) as string[]
  const unread = defined.filter((name) => !known.some((read) => read.startsWith(name)))
  // The simulated market makes no calls.
  expect(unread).toEqual(['tengrand_upstream_calls_total'])

  const rulesOf = async (): Promise<Rule[]> => {
    const { groups } = (await ask('rules')) as { groups: { rules: Rule[] }[] }
    return groups.flatMap((group) => group.rules)
  }
  const isEvaluated = ({ health }: Rule) => health === 'ok'
  await expect.poll(async () => (await rulesOf()).every(isEvaluated)).toBe(true)
  const rules = await rulesOf()
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.filter(({ state }) => state !== 'inactive')).toEqual([])
})

interface Rule {
  readonly name: string
  readonly health: string
  readonly state: string
}
