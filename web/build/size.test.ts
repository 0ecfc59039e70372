// Tests the size check on a small made-up build: which downloads it counts, and which builds it refuses.
// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { routes } from '../app/routes.ts'
import { modulesOf } from './routes.ts'
import { measureSizes } from './size.ts'

let dist: string

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'size-'))
  mkdirSync(join(dist, 'assets'))
  mkdirSync(join(dist, '.vite'))
})
afterEach(() => rmSync(dist, { recursive: true }))

// Returns pseudo-random bytes, which gzip hardly compresses.
const noise = (length: number): Buffer => {
  let state = 1
  return Buffer.from(Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) & 255))
}

function write(name: string, bytes: number): string {
  writeFileSync(join(dist, name), noise(bytes))
  return name
}

function build(sizes: { entry: number; shared: number; page: number }, extra: object = {}): void {
  const modules = [...routes.flatMap(modulesOf), 'session/firebase.ts']
  const pages = [...new Set(modules)].map((module, index) => [
    module,
    {
      file: write(`assets/page-${index}.js`, sizes.page),
      isDynamicEntry: true,
      imports: ['index.html', '_shared.js'],
    },
  ])
  const manifest = {
    'index.html': { file: write('assets/index.js', sizes.entry), isEntry: true },
    '_shared.js': { file: write('assets/shared.js', sizes.shared), imports: ['index.html'] },
    ...Object.fromEntries(pages),
    ...extra,
  }
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest))
  write('assets/index.css', 5000)
  write('assets/font.woff2', 29_400)
}

const over = () =>
  measureSizes(dist)
    .filter(({ bytes, bytesMax }) => bytes > bytesMax)
    .map(({ what }) => what)

describe('measureSizes', () => {
  test('counts the entry, the pages of the route and what they share, each once', () => {
    build({ entry: 60_000, shared: 20_000, page: 1000 })
    const bytes = new Map(measureSizes(dist).map(({ what, bytes: size }) => [what, size]))
    expect(bytes.get('JS of /')).toBeGreaterThan(81_000)
    expect(bytes.get('JS of /')).toBeLessThan(82_000)
    expect(bytes.get('JS of /dashboard')).toBeGreaterThan(82_000)
    expect(bytes.get('JS of /dashboard')).toBeLessThan(83_000)
    expect(bytes.get('JS of session/firebase.ts, on top')).toBeGreaterThan(1000)
    expect(bytes.get('JS of session/firebase.ts, on top')).toBeLessThan(2000)
    expect(bytes.get('Font')).toBe(29_400)
    expect(over()).toEqual([])
  })

  test('tells which budgets are broken', () => {
    build({ entry: 60_000, shared: 29_500, page: 1000 })
    expect(over()).toEqual(['JS of /', 'JS of /login'])
  })

  test('refuses a page that has no budget', () => {
    build(
      { entry: 1, shared: 1, page: 1 },
      { 'secret/secret-page.tsx': { file: 'assets/index.js', isDynamicEntry: true } },
    )
    expect(() => measureSizes(dist)).toThrow('does not list secret/secret-page.tsx')
  })
})
