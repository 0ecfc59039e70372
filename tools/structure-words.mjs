// Counts vague words and replaced names in a checkout, and finds its longest functions.
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { parseAst } from 'vitest/node'

import { filesOf, isTest } from './structure.mjs'

/** Words without a technical meaning, counted in code and comments, including parts of identifiers. */
export const vagueWords = ['whoever', 'nobody', 'somebody', 'kept', 'told']

/** Replaced names of values and types. */
const oldNames = new Set(
  `useMine askMineAgain meantBy isMeant MeantPortfolio lockMeant isDecided sendPatiently Calm behind atRest untold
  waitingOrderCalls PlacedOrder isForNow ReachedOrder useNews tell Kept Bearer turnedAway Visit FrontDoor Inside Unknown
  everyMethod followAdapter onceGood useOwn Means FeedMeans arrive letIn sendAway WayBack Unentered Course inTurn openTwin
  Patience believable noted departure unlinkPlaces Surroundings mannersOf namesOfTheHouse Wish`.split(
    /\s+/,
  ),
)

/** Replaced names of files, without their endings. */
const oldFiles = new Set(
  `send-once first-paint front open-orders-item news chapter-news known-accounts emails people-refusals`.split(
    ' ',
  ),
)

/** The project's own source files. @param {string} root */
export const sourcesOf = (root) =>
  filesOf(root).filter(
    (file) =>
      /^(core|contract|server|web|tools|bench|e2e[\w-]*)\/.*\.(tsx?|mjs|css|html)$/.test(file) &&
      !file.startsWith('tools/structure-words.'),
  )

/** @param {string} root @param {string} word @returns {Map<string, number>} how often each file has it */
export function filesWithWord(root, word) {
  const isWord = (/** @type {string} */ part) => part.toLowerCase() === word
  const counts = sourcesOf(root).map((file) => {
    const parts = readFileSync(join(root, file), 'utf8').match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)
    return /** @type {const} */ ([file, (parts ?? []).filter(isWord).length])
  })
  return new Map(counts.filter(([, count]) => count > 0))
}

/** @param {string} root @returns {Map<string, string[]>} the files of each old name that is still in use */
export function filesWithOldNames(root) {
  /** @type {Map<string, string[]>} */
  const found = new Map()
  for (const file of sourcesOf(root)) {
    const stem = basename(file).replace(/(\.(test|spec))?\.\w+$/, '')
    const names = new Set(oldFiles.has(stem) ? [stem] : [])
    visit(parse(root, file), ({ type, name }) => {
      const isName = type === 'Identifier' || type === 'JSXIdentifier'
      if (isName && oldNames.has(String(name))) names.add(String(name))
    })
    for (const name of names) found.set(name, [...(found.get(name) ?? []), file])
  }
  return found
}

/** Functions of more than 50 lines, without blank lines and comments. Tests are not counted. @param {string} root */
export const longFunctions = (root) =>
  sourcesOf(root)
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      // Comments are blanked, not removed, so that the parser's offsets stay valid.
      const code = text.replaceAll(/(?<![^\s{(])(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, (comment) =>
        comment.replaceAll(/\S/g, ' '),
      )
      /** @type {string[]} */
      const long = []
      visit(parse(root, file), ({ type, start, end }) => {
        if (!/Function(Declaration|Expression)$/.test(String(type))) return
        const lines = code.slice(Number(start), Number(end)).split('\n')
        const length = lines.filter((line) => line.trim() !== '').length
        if (length > 50) long.push(`${file}: ${length} lines`)
      })
      return long
    })

/** The first sentence of each product file, by folder. @param {string} root */
export function headsOf(root) {
  const product = sourcesOf(root).filter(
    (file) => /^(core|contract|server|web)\/.*\.(tsx?|css)$/.test(file) && !isTest(file),
  )
  const folders = Map.groupBy(product, (file) => dirname(file))
  return [...folders.keys()].toSorted().map((folder) => ({
    folder,
    heads: (folders.get(folder) ?? []).map((file) => ({
      file: basename(file),
      sentence: headSentence(readFileSync(join(root, file), 'utf8')),
    })),
  }))
}

/** @param {string} text */
function headSentence(text) {
  const [comment = ''] = /^(?:\/\/.*\n)+|^\/\*[\s\S]*?\*\//.exec(text) ?? []
  const prose = comment.replaceAll(/^ *(?:\/\/|\/\*+|\*+\/?)|\*\//gm, '').replaceAll(/\s+/g, ' ')
  return /^.*?[.!?](?= [A-Z`']|\s*$)/.exec(prose.trim())?.[0] ?? prose.trim()
}

/** @typedef {Record<string, unknown>} Node */

/** @param {string} root @param {string} file @returns {unknown} */
function parse(root, file) {
  const [, ending = ''] = /\.(tsx?|mjs)$/.exec(file) ?? []
  if (ending === '') return null
  const lang = ending === 'mjs' ? 'js' : ending === 'tsx' ? 'tsx' : 'ts'
  return parseAst(readFileSync(join(root, file), 'utf8'), { lang })
}

/** @param {unknown} node @param {(node: Node) => void} take */
function visit(node, take) {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node) take(node)
  for (const child of Object.values(node)) visit(child, take)
}
