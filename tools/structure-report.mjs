// Prints the structure counts as a table, with a column for each checkout folder given as an argument. `heads` prints
// the head sentence of every product file, `names` the files with counted words and names.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import {
  cyclesOf,
  filesOf,
  isTest,
  layersOf,
  portfolioMappings,
  typedAddresses,
  webModules,
  withoutComments,
} from './structure.mjs'
import {
  filesWithOldNames,
  filesWithWord,
  headsOf,
  longFunctions,
  sourcesOf,
  vagueWords,
} from './structure-words.mjs'

const here = resolve(import.meta.dirname, '..')
const [first] = process.argv.slice(2)
if (first === 'heads') printHeads()
else if (first === 'names') printNames()
else await printCounts([...process.argv.slice(2).map((folder) => resolve(folder)), here])

/** @param {readonly string[]} roots */
async function printCounts(roots) {
  const columns = await Promise.all(roots.map(countsOf))
  for (const name of Object.keys(columns[0] ?? {})) {
    const values = columns.map((column) => String(column[name]).padStart(12))
    console.log(`${name.padEnd(48)}${values.join('')}`)
  }
}

function printHeads() {
  for (const { folder, heads } of headsOf(here)) {
    console.log(`\n${folder}/`)
    for (const { file, sentence } of heads) console.log(`  ${file}: ${sentence}`)
  }
}

function printNames() {
  for (const word of vagueWords) {
    const counts = [...filesWithWord(here, word)].map(([file, count]) => `${file} ${count}`)
    console.log(`'${word}'\n${counts.map((line) => `  ${line}\n`).join('')}`)
  }
  for (const [name, files] of filesWithOldNames(here)) console.log(`${name}: ${files.join(' ')}`)
}

/** @param {string} root @returns {Promise<Record<string, string | number>>} */
async function countsOf(root) {
  const files = filesOf(root)
  const modules = webModules(root)
  const product = files.filter(
    (file) => /^(core|contract|server|web)\//.test(file) && !isTest(file),
  )
  const sources = product.filter((file) => /\.(tsx?|css)$/.test(file))
  const all = sourcesOf(root)
  const bench = all.filter((file) => file.startsWith('bench/'))
  const lengths = sources
    .map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1)
    .toSorted((a, b) => a - b)
  return {
    'loose files at the root of web/': product.filter((file) => /^web\/[^/]+$/.test(file)).length,
    'modules of web/': modules.size,
    'layers of web/': layersOf(modules),
    'import edges of web/': [...modules.values()].reduce((sum, { size }) => sum + size, 0),
    'import cycles between modules of web/': cyclesOf(modules).length,
    'places a new page touches': await placesOfNewPage(root),
    'lines that type an address': typedAddresses(root).length,
    'mappings of the portfolio row': portfolioMappings(root).length,
    'product files': product.length,
    'product lines without comments': linesOf(root, sources),
    ...Object.fromEntries(
      [...byFeature(sources)].map(([feature, named]) => [
        `  of them in files of ${feature}`,
        linesOf(root, named),
      ]),
    ),
    'test lines without comments': linesOf(root, all.filter(isTestCode)),
    'bench lines without comments': linesOf(root, bench),
    'bench files': bench.length,
    'source files under 30 lines': lengths.filter((length) => length < 30).length,
    'longest source file': lengths.at(-1) ?? 0,
    '95th percentile of file lengths': lengths[Math.floor(lengths.length * 0.95)] ?? 0,
    'source files over 250 lines': lengths.filter((length) => length > 250).length,
    'functions over 50 lines': longFunctions(root).length,
    'old names that are still identifiers': filesWithOldNames(root).size,
    ...Object.fromEntries(vagueWords.map((word) => [`the word '${word}'`, countOf(root, word)])),
  }
}

/**
 * The later features, each with the files whose path names it; a file belongs to the first that fits.
 * @param {readonly string[]} files
 */
function byFeature(files) {
  const features = {
    guests: /guest|keep-result|clear-lobby/,
    lessons: /lesson|classmate/,
    leagues: /league/,
    'the journal': /journal|calibration|forecast/,
  }
  const fitting = (/** @type {string} */ file) =>
    Object.entries(features).find(([, pattern]) => pattern.test(file))?.[0] ?? ''
  const found = Map.groupBy(files, fitting)
  return new Map(Object.keys(features).map((feature) => [feature, found.get(feature) ?? []]))
}

/** Tests and their helpers, including every file of the browser tests. @param {string} file */
function isTestCode(file) {
  return isTest(file) || /^e2e[\w-]*\//.test(file)
}

/** @param {string} root @param {string} word */
function countOf(root, word) {
  return [...filesWithWord(root, word).values()].reduce((sum, count) => sum + count, 0)
}

/** @param {string} root @param {readonly string[]} files */
function linesOf(root, files) {
  return files.reduce((sum, file) => sum + codeLines(root, file), 0)
}

/** Lines that are neither empty nor a comment. @param {string} root @param {string} file */
function codeLines(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  return withoutComments(text)
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

/**
 * Adds a page to copies of the route table and its readers, and counts the places that a new page needs: 2, its file
 * and its row, if all readers find the page.
 * @param {string} root
 */
async function placesOfNewPage(root) {
  const table = 'web/app/routes.ts'
  const readers = ['web/build/routes.ts', 'e2e/paths.ts', 'e2e/screens.ts']
  if (!existsSync(join(root, table))) return '-'
  const copy = await mkdtemp(join(tmpdir(), 'tengrand-structure-'))
  try {
    for (const file of [table, ...readers]) {
      await mkdir(join(copy, dirname(file)), { recursive: true })
      await cp(join(root, file), join(copy, file))
    }
    const row = `{ path: '/trial', module: 'trial/trial-page.tsx', title: 'Trial', access: 'learner' }`
    const text = await readFile(join(copy, table), 'utf8')
    await writeFile(join(copy, table), text.replace(/\n\]\s*$/, `\n  ${row},\n]\n`))
    const load = (/** @type {string} */ file) => import(pathToFileURL(join(copy, file)).href)
    const { routes } = await load(table)
    const { modulesOf } = await load('web/build/routes.ts')
    const { signedInPaths } = await load('e2e/paths.ts')
    const { screens } = await load('e2e/screens.ts')
    const isFound =
      modulesOf(routes.at(-1)).includes('trial/trial-page.tsx') &&
      signedInPaths.includes('/trial') &&
      screens.some((/** @type {{ path: string }} */ { path }) => path === '/trial')
    return isFound ? 2 : 'more than 2'
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
