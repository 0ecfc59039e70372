import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { countPlaywright, countVitest } from './counts.mjs'

const modules = join(import.meta.dirname, '../node_modules')

test('what vitest could not load or prepare counts as failed, and all that failed is named', async () => {
  const folder = await folderWith({
    'a.test.ts': `import './missing.ts'`,
    'b.test.ts': `test('good', () => {}); test('bad', () => { throw new Error() })`,
    'c.test.ts': `beforeAll(() => { throw new Error() }); test('not reached', () => {})`,
  })
  const report = join(folder, 'report.json')
  // One process for all three files, because each process would load all of Vitest.
  const small = ['--maxWorkers=1', '--no-isolate']
  const output = ['--reporter=json', '--outputFile', report]
  const args = ['run', '--globals', '--root', folder, ...small, ...output]
  const { status } = spawnSync(process.execPath, [join(modules, 'vitest/vitest.mjs'), ...args])
  expect(status).toBe(1)
  const [count, ...names] = countVitest([{ path: report, code: 1 }]).split('\n')
  expect(count).toBe('vitest: 1 passed, 3 failed')
  expect(names.toSorted()).toEqual(['  a.test.ts', '  b.test.ts: bad', '  c.test.ts'])
})

test('what Playwright could not load counts as failed', async () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 0 }
  const report = JSON.stringify({ stats, errors: [{ message: 'Cannot find module' }] })
  const folder = await folderWith({ 'report.json': report })
  const path = join(folder, 'report.json')
  expect(countPlaywright({ path, code: 1 })).toBe('playwright: 4 passed, 3 failed')
})

test('a run that fails without a report, or without a failed test, is one failure', async () => {
  const report = JSON.stringify({ numPassedTests: 7, numFailedTests: 0, testResults: [] })
  const folder = await folderWith({ 'report.json': report })
  const good = { path: join(folder, 'report.json'), code: 0 }
  const bad = { ...good, code: 1 }
  const missing = { path: join(folder, 'missing.json'), code: 1 }
  expect(countVitest([good])).toBe('vitest: 7 passed, 0 failed')
  expect(countVitest([bad])).toBe('vitest: 7 passed, 1 failed')
  expect(countVitest([missing])).toBe('vitest: 0 passed, 1 failed')
  expect(countVitest([good, bad, missing])).toBe('vitest: 14 passed, 2 failed')
})

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-counts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await symlink(modules, join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}
