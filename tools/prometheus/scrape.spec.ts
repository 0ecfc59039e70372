// A real Prometheus, with the configuration and alerts of `deploy/`, scrapes a running server that has a trade.
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { makeDataFolder, startServer } from '../../e2e/server.ts'
import { closeWithTest, endWithTest } from '../../server/testing/end-with-test.ts'
import { freePort } from '../../server/testing/loopback.ts'
import { tempFolder } from '../../server/testing/temp-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a server with metrics; both end with the test. */
async function startProduct(): Promise<{ address: string; metrics: string }> {
  const closing = closeWithTest()
  const metricsPort = String(await freePort())
  const settings = { DATA_DIR: await makeDataFolder(closing), METRICS_PORT: metricsPort }
  return { address: await startServer(settings, closing), metrics: `127.0.0.1:${metricsPort}` }
}

/** Starts Prometheus with the files of `deploy/`, except for the node's address and the scrape interval. */
async function startPrometheus(target: string): Promise<Ask> {
  const folder = await tempFolder()
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
  const { address, metrics } = await startProduct()
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
