// Reads the structure of a checkout from its files: modules, imports, cycles, typed addresses, mappings. The report
// (`npm run structure`) prints the counts, and the tidy tests check the rules.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, posix } from 'node:path'

/** @param {string} file */
export const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file) || file.includes('/testing/')

/** Comments follow a space or a bracket, unlike globs and URLs. @param {string} code */
export const withoutComments = (code) =>
  code.replaceAll(/(?<![^\s{(])(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '')

/** All tracked and unignored files, so that a new file counts before it is committed. @param {string} root */
export const filesOf = (root) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))

const importPattern =
  /^(?:import|export) (?:[^'"]*? from )?'([^']+)'|^\} from '([^']+)'|\bimport\('([^']+)'\)|import\.meta\.glob(?:<[\s\S]*?>)?\(\s*'([^']+)'/gm

/**
 * All imports, including types and lazy imports. The target is a path from the root, or a package name as written.
 * @param {string} root @param {readonly string[]} files @param {readonly string[]} all
 * @returns {{ file: string, target: string }[]}
 */
export const importsOf = (root, files, all = files) =>
  files.flatMap((file) =>
    [...withoutComments(readFileSync(join(root, file), 'utf8')).matchAll(importPattern)].flatMap(
      ([, ...names]) => {
        const name = names.find((found) => found !== undefined) ?? ''
        const path = name.startsWith('.') ? posix.join(dirname(file), name) : name
        const target = path.replace(/^@tengrand\//, '')
        const targets = target.includes('*')
          ? all.filter((other) => !isTest(other) && matchesGlob(other, target))
          : [target]
        return targets.map((found) => ({ file, target: found }))
      },
    ),
  )

/** A module of web/ is one of its folders or a loose file. @param {string} file */
const moduleOf = (file) => file.split('/')[1] ?? file

/**
 * The modules of web/ and the modules that each one imports, without tests and build/.
 * @param {string} root @returns {Map<string, Set<string>>}
 */
export function webModules(root) {
  const all = filesOf(root).filter((file) => /^web\/.*\.(tsx?|css)$/.test(file))
  const counted = all.filter((file) => !isTest(file) && !/^web\/(build\/|vite\.config)/.test(file))
  const modules = new Map(counted.map((file) => [moduleOf(file), new Set()]))
  for (const { file, target } of importsOf(root, counted, all)) {
    const [from, to] = [moduleOf(file), moduleOf(target)]
    if (target.startsWith('web/') && from !== to) modules.get(from)?.add(to)
  }
  return modules
}

/** Groups of modules that import each other, directly or indirectly. @param {Map<string, Set<string>>} modules */
export function cyclesOf(modules) {
  const reached = new Map([...modules.keys()].map((name) => [name, reachableFrom(name, modules)]))
  const seen = new Set()
  return [...modules.keys()].flatMap((name) => {
    const circle = [...modules.keys()].filter(
      (other) => reached.get(name)?.has(other) && reached.get(other)?.has(name),
    )
    if (circle.length < 2 || seen.has(name)) return []
    for (const member of circle) seen.add(member)
    return [circle]
  })
}

/** @param {string} start @param {Map<string, Set<string>>} modules */
function reachableFrom(start, modules) {
  const found = new Set()
  const visit = (/** @type {string} */ name) => {
    for (const next of modules.get(name) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(start)
  return found
}

/** The length of the longest path; each member of a cycle is a layer of its own. @param {Map<string, Set<string>>} modules */
export function layersOf(modules) {
  const circleOf = new Map(
    cyclesOf(modules).flatMap((circle) => circle.map((name) => [name, circle])),
  )
  const heights = new Map()
  /** @param {string} name @returns {number} */
  const heightOf = (name) => {
    const known = heights.get(name)
    if (known !== undefined) return known
    const circle = circleOf.get(name) ?? [name]
    const below = circle.flatMap((member) => [...(modules.get(member) ?? [])])
    const height =
      circle.length + Math.max(0, ...below.filter((next) => !circle.includes(next)).map(heightOf))
    for (const member of circle) heights.set(member, height)
    return height
  }
  return Math.max(...[...modules.keys()].map(heightOf))
}

/** A string that begins with a slash and a letter, or a single slash in the position of an address. */
const addressPattern =
  /['"`]\/(?:[a-z]|\$\{)|\b(?:to|from|href|path|pathname)(?:=\{?|: | === )['"`]\/['"`]/

/** Lines of web/ with a literal address of the app or the server. @param {string} root */
export function typedAddresses(root) {
  const owners = /^web\/((browser\/)?paths|app\/routes)\.ts$|^web\/(build|vite\.config)/
  return filesOf(root)
    .filter((file) => /^web\/.*\.tsx?$/.test(file) && !isTest(file) && !owners.test(file))
    .flatMap((file) =>
      withoutComments(readFileSync(join(root, file), 'utf8'))
        .split('\n')
        .filter((line) => addressPattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
}

const aliasedColumn =
  /\b(starting_cents|cash_cents|opened_at|closed_at|final_cents|shares|cost_cents|realized_cents|reserved_cents)(?:::text)? as\b/g

/**
 * Column lists that map a portfolio row: at least three of its columns with an alias. Queries of trades and rankings
 * are excluded, because they share column names. The audit has its own mapping, because it checks the main one.
 * @param {string} root
 */
export const portfolioMappings = (root) =>
  filesOf(root)
    .filter((file) => /^server\/.*\.ts$/.test(file) && !isTest(file) && !/\/audit/.test(file))
    .flatMap((file) =>
      [...withoutComments(readFileSync(join(root, file), 'utf8')).matchAll(/`[^`]*`/g)]
        .filter(([text]) => !/\bprice_cents\b|\branking\b/.test(text))
        .filter(
          ([text]) => new Set([...text.matchAll(aliasedColumn)].map(([, name]) => name)).size >= 3,
        )
        .map(([text]) => `${file}: ${text.slice(1, 60).replaceAll(/\s+/g, ' ')}`),
    )
