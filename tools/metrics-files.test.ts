// Checks that alerts, dashboard, runbook and code name the same metrics and alerts.
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

const alerts = read('deploy/metrics/alerts.yml')
const dashboard = read('deploy/metrics/grafana-dashboard.json')
const operations = read('docs/operations.md')
const defined = new Set(all(read('server/metrics/definitions.ts'), /'(tengrand_\w+)'/g))
const named = all(alerts, /- alert: (\w+)/g)

const metricsIn = (text: string): Set<string> =>
  new Set(all(text, /\b(tengrand_\w+)/g).map((name) => name.replace(/_(bucket|sum|count)$/, '')))

describe('the alerts', () => {
  test('each point to an entry of the runbook, which names them', () => {
    const entries = new Map(
      operations.split('\n### ').map((entry) => {
        const [title = ''] = entry.split('\n', 1)
        return [title.toLowerCase().replaceAll(' ', '-'), entry] as const
      }),
    )
    const lost = alerts.split('- alert: ').filter((alert) => {
      const [name = ''] = alert.split('\n', 1)
      const entry = /runbook: docs\/operations\.md#([\w-]+)/.exec(alert)?.[1] ?? ''
      return named.includes(name) && !(entries.get(entry) ?? '').includes(`\`${name}\``)
    })
    expect(lost).toEqual([])
    expect(named.length).toBeGreaterThan(10)
  })

  test('each have a case in which they fire, and one in which they do not', () => {
    const cases = read('deploy/metrics/alerts.test.yml')
    expect(all(cases, /alertname: (\w+)\n\s+exp_alerts:\n/g)).toEqual(named)
    expect(all(cases, /alertname: (\w+)\n\s+exp_alerts: \[\]/g)).toEqual(named)
  })

  test('name metrics that there are', () => {
    expect([...metricsIn(alerts)].filter((name) => !defined.has(name))).toEqual([])
  })
})

test('the dashboard shows every metric of the product, and no other', () => {
  expect(metricsIn(dashboard)).toEqual(defined)
})
