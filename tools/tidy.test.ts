// Checks the structure of the source: import directions, single owners, sizes, words.
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import {
  cyclesOf,
  filesOf,
  importsOf,
  isTest,
  portfolioMappings,
  typedAddresses,
  webModules,
  withoutComments,
} from './structure.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = filesOf(root)
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const productSources = sources.filter(
  (file) => /^(core|contract|server|web)\//.test(file) && !isTest(file),
)
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const codeOf = (file: string): string => withoutComments(read(file))
const imports = importsOf(root, productSources)

const violations = (from: RegExp, allowed: RegExp): string[] =>
  imports
    .filter(({ file, target }) => from.test(file) && !allowed.test(target))
    .map(({ file, target }) => `${file} imports ${target}`)

describe('imports go one way', () => {
  test('there are imports to look at', () => {
    expect(imports.length).toBeGreaterThan(50)
  })

  test.each<[string, RegExp, RegExp]>([
    ['core', /^core\//, /^core\//],
    ['contract', /^contract\//, /^(core|contract)\/|^zod\/mini$/],
    ['server', /^server\//, /^(core|contract|server)\/|^node:|^[@a-z][\w@/-]*$/],
    [
      'web',
      /^web\/(?!build\/|vite)/,
      /^(core|contract|web)\/|^qr$|^(react|react-dom|@tanstack|zod|@fontsource|@firebase)[\w@/-]*/,
    ],
    ['web/ui', /^web\/ui\//, /^(core|web\/ui)\/|^web\/browser\/link\.tsx$|^react(\/|$)/],
  ])('%s', (_folder, from, allowed) => {
    expect(violations(from, allowed)).toEqual([])
  })

  /** Each noun may import the nouns before it. Screens, and modules made of screens, may import all of them. */
  const nouns = [
    'browser',
    'api',
    'session',
    'market',
    'portfolio',
    'orders',
    'journal',
    'leagues',
    'lessons',
  ]
  /** The last noun that each of these modules may import. */
  const upTo: Readonly<Record<string, string>> = { 'sign-in': 'session', account: 'orders' }
  const isScreen = (file: string): boolean => file.endsWith('-page.tsx')
  const moduleOf = (file: string): string => file.split('/')[1] ?? ''
  const betweenModules = imports.filter(
    ({ file, target }) =>
      file.startsWith('web/') &&
      target.startsWith('web/') &&
      moduleOf(file) !== moduleOf(target) &&
      !file.startsWith('web/build/'),
  )

  test('a noun of the web app imports only the nouns before it', () => {
    const wrong = betweenModules.filter(({ file, target }) => {
      const from = moduleOf(file)
      const limit = nouns.indexOf(upTo[from] ?? from)
      const isAllowed =
        moduleOf(target) === 'ui' || nouns.slice(0, limit + 1).includes(moduleOf(target))
      return limit >= 0 && !isScreen(file) && !isAllowed
    })
    expect(wrong).toEqual([])
  })

  test('a screen of the web app imports no other screen; only the dashboard composes', () => {
    const parts = new Set(
      files
        .filter(isScreen)
        .map(moduleOf)
        .filter((name) => !nouns.includes(name) && !(name in upTo)),
    )
    const crossings = imports.filter(
      ({ file, target }) =>
        /^web\/(?!build|app\/|dashboard\/)/.test(file) &&
        target.startsWith('web/') &&
        (moduleOf(file) === moduleOf(target)
          ? isScreen(file) && isScreen(target)
          : isScreen(target) || parts.has(moduleOf(target))),
    )
    expect(parts.size).toBeGreaterThan(5)
    expect(crossings).toEqual([])
  })

  test('no module of the web app imports itself by way of others', () => {
    const modules = webModules(root)
    expect(modules.size).toBeGreaterThan(10)
    expect(cyclesOf(modules)).toEqual([])
  })

  test('no feature of the server imports the routes of another', () => {
    const crossings = imports.filter(
      ({ file, target }) =>
        /^server\/\w+\//.test(file) &&
        target.endsWith('/routes.ts') &&
        dirname(file) !== dirname(target),
    )
    expect(crossings).toEqual([])
  })
})

/** The first import cycle of each file, types included. */
function circles(): string[] {
  const targets = new Map<string, string[]>()
  for (const { file, target } of imports) {
    targets.set(file, [...(targets.get(file) ?? []), target])
  }
  const done = new Set<string>()
  const found: string[] = []
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (way.includes(file) || done.has(file)) return
    for (const target of targets.get(file) ?? []) follow(target, [...way, file])
    done.add(file)
  }
  for (const file of targets.keys()) follow(file, [])
  return found
}

test('no file imports itself by way of others', () => {
  expect(circles()).toEqual([])
})

test('addresses are built in paths.ts and listed in the route table, and typed nowhere else', () => {
  expect(typedAddresses(root)).toEqual([])
})

describe('one owner each', () => {
  test('the row of a portfolio is mapped in one place', () => {
    expect(portfolioMappings(root)).toEqual([
      expect.stringMatching(/^server\/ledger\/portfolio-row\.ts:/),
    ])
  })

  test.each([
    [`find('**/*.br') // why\nfetch() /* why */`, `find('**/*.br') \nfetch() `],
    [`open('https://host')\n/* a\n b */`, `open('https://host')\n`],
    ['<p>{/* why */}</p>', '<p>{}</p>'],
  ])('the code in %j is what is not a comment', (text, code) => {
    expect(withoutComments(text)).toBe(code)
  })

  test.each<[string, RegExp, RegExp]>([
    [
      'the environment',
      /\bprocess\.env\b/,
      /^server\/(main|admin|command|restore|demo)\.ts$|^web\/(build|vite)/,
    ],
    // The OpenID library reads the machine's clock and needs its difference to the database's clock.
    ['the clock', /\bnew Date\(\)|\bDate\.now\(\)/, /^server\/identity\/discovery\.ts$/],
    [
      'the driver of the database',
      /from 'pg'/,
      /^server\/db\/(handle|session|transaction|copy|embedded-postgres\/\w+)\.ts$/,
    ],
    ['what counts', /from 'prom-client'/, /^server\/metrics\/\w+\.ts$/],
    ['fetch', /(?<![.\w])fetch\(/, /^web\/api\/transport\.ts$|^server\/(market\/providers|http)\//],
    ['the console', /\bconsole\./, /^web\/(build\/\w+|browser\/log)\.tsx?$/],
    ['chance', /\bMath\.random\(/, /^$/],
    [
      'rounding',
      /\bMath\.(round|trunc)\(|\.toFixed\(/,
      /^core\/money\.ts$|^web\/(ui\/line-chart|build\/)|^server\/log\.ts$/,
    ],
    // A setting could make passwords cheap to guess; only tests set it.
    [
      'the cost of a password',
      /\bpasswordCost\b/,
      /^server\/identity\/(identity|embedded\/open)\.ts$/,
    ],
    ['the barrel', /export \* from/, /^$/],
  ])('%s', (_what, pattern, owners) => {
    const intruders = productSources.filter(
      (file) => !owners.test(file) && pattern.test(codeOf(file)),
    )
    expect(intruders).toEqual([])
  })
})

describe('a file fits a reader', () => {
  const linesMax = 250

  test(`source files have at most ${linesMax} lines`, () => {
    const long = sources.filter((file) => !isTest(file) && read(file).split('\n').length > linesMax)
    expect(long).toEqual([])
  })

  test('every source file says at its head what it is for', () => {
    const silent = sources.filter((file) => !isTest(file) && !/^(\/\/|\/\*) ?\S+/.test(read(file)))
    expect(silent).toEqual([])
  })
})

describe('words', () => {
  const text = files.filter(
    (file) =>
      /\.(ts|tsx|mjs|md|css|html|sql|json|txt)$|^\.ci\//.test(file) && file !== 'package-lock.json',
  )

  test.each<[string, RegExp]>([
    ['unfinished work', /\b(TODO|FIXME|XXX|HACK)\b/],
    ['a machine of ours', /(^|[^.\w/])\/(work|root|farm)\//m],
    ['a host of a registry', /https?:\/\/registry\./],
    ['a focused or skipped test', /\b(test|it|describe)\.(only|skip|skipIf|runIf|todo|fixme)\b/],
  ])('nothing speaks of %s', (_what, pattern) => {
    const found = text.filter((file) => file !== 'tools/tidy.test.ts' && pattern.test(read(file)))
    expect(found).toEqual([])
  })

  /** The targets of relative paths in a text, as paths from the root. Scripts of .ci/ run at the root. */
  const climbs = (file: string, content: string): string[] => [
    ...[...content.matchAll(/(?<![\w./])(?:\.\.?\/)*\.\.(?![\w.])/g)].map(([path]) =>
      posix.join(file.startsWith('.ci/') ? '.' : dirname(file), path),
    ),
    // Paths that are joined to the root do not depend on the file's folder.
    ...[...content.matchAll(/\b(?:root|cwd\(\)), *['"`](\.\.[^'"`]*)/g)].map(([, path = '']) =>
      posix.normalize(path),
    ),
  ]

  test.each([
    ['core/session.test.ts', `new URL('../../shared/days.csv', import.meta.url)`],
    ['server/market/tape.ts', `readFile("../../../prices.csv")`],
    ['README.md', '[prices](../prices.md)'],
    ['tools/start.mjs', `join(root, '../prices')`],
    ['.ci/run', 'cat ../prices.csv'],
  ])('a path of %s in %j leaves the repository', (file, content) => {
    expect(climbs(file, content).some((path) => path.startsWith('..'))).toBe(true)
  })

  test('no path leaves the repository, because a clone has nothing beside it', () => {
    const leaving = text.filter(
      (file) =>
        file !== 'tools/tidy.test.ts' &&
        climbs(file, read(file)).some((path) => path.startsWith('..')),
    )
    expect(leaving).toEqual([])
  })

  test('no name says nothing', () => {
    const vague = files.filter((file) =>
      /(^|\/)(utils?|helpers?|common|misc|types|constants|hooks|services|index)(\/|\.tsx?$)/.test(
        file,
      ),
    )
    expect(vague).toEqual([])
  })

  test('no type is escaped from', () => {
    const escapes = productSources.filter((file) =>
      /\bas any\b|: any\b|@ts-(ignore|expect-error|nocheck)|as unknown as/.test(codeOf(file)),
    )
    expect(escapes).toEqual([])
  })
})
