// What counts as a sentence that people can read, how long it is, and which rules of docs/style.md it breaks.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { filesOf, isTest } from './structure.mjs'
import { textsOf } from './words-read.mjs'

/** @typedef {'pages' | 'guides' | 'refusals' | 'emails'} Area */

/** @typedef {{ area: Area, file: string, line: number, text: string, length: number, faults: string[] }} Sentence */

export const wordsMax = 25

/** The files of each area; the first that matches counts. @type {readonly [Area, RegExp][]} */
const areas = [
  ['guides', /^web\/guides\//],
  ['pages', /^web\/(?!build\/).*\.tsx?$|^web\/index\.html$|\.webmanifest$/],
  [
    'refusals',
    /^contract\/([\w-]*refusals|sentences)\.ts$|^server\/(http\/(field-faults|refusals|problem)|orders\/routes)\.ts$|^core\/.*\.ts$/,
  ],
  ['emails', /^server\/mail\/message-texts\.ts$/],
]

/** Guides, privacy and legal texts may have longer sentences. @param {Sentence} sentence */
export const mayBeLong = ({ area }) => area === 'guides'

const forbidden = [
  ['whoever', /\bwhoever\b/i],
  ['had you', /\bhad you\b/i],
  ['at once', /\bat once\b/i],
  ['of this moment', /\bof (this|the) moment\b/i],
  ['chapter (say run)', /\bchapters?\b/i],
  ['a curly apostrophe (use the straight one)', /[’‘]/],
  ['start over (say restart)', /\b(start(s|ed|ing)?|begin) over\b/i],
  // As far as a machine can tell: a whole clause on both sides. In a guide a colon may begin a list or an example.
  ['a colon in place of a verb', /^(?:[^\s:]+ ){3,}[^\s:]+: [\p{L}$…][^:]* [^:]*[.!]$/u],
]

/** @param {string} root @returns {Sentence[]} */
export const sentencesOf = (root) =>
  filesOf(root)
    .filter((file) => !isTest(file) && areaOf(file) !== undefined)
    .flatMap((file) => sentencesIn(file, readFileSync(join(root, file), 'utf8')))

/** @param {string} file @param {string} source @returns {Sentence[]} */
export const sentencesIn = (file, source) =>
  textsOf(file, source).flatMap(({ text, at }) => {
    const line = source.slice(0, at).split('\n').length
    return text
      .split(sentenceEnd)
      .map((part) => withFaults({ area: areaOf(file) ?? 'pages', file, line, text: part }))
  })

/** A period ends a sentence before a capital, but not in 'Avg. Price' or 'e.g.'. */
const sentenceEnd = /(?<=[.!?]['”’)]?)(?<!\b(?:Avg|e\.g|vs)\.) (?=["'“‘(]?[\p{Lu}$…])/u

/** @param {string} file */
const areaOf = (file) => areas.find(([, pattern]) => pattern.test(file))?.[0]

/** @param {Omit<Sentence, 'length' | 'faults'>} found @returns {Sentence} */
function withFaults(found) {
  const length = found.text.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length
  const sentence = { ...found, length, faults: /** @type {string[]} */ ([]) }
  if (length > wordsMax && !mayBeLong(sentence)) sentence.faults.push(`${length} words`)
  for (const [name = '', pattern] of forbidden) {
    const isExempt = found.area === 'guides' && String(name).startsWith('a colon')
    if (new RegExp(pattern ?? '').test(found.text) && !isExempt) sentence.faults.push(String(name))
  }
  return sentence
}

/** Labels are no sentences: only what ends with a mark counts here. @param {readonly Sentence[]} sentences */
export function medianOf(sentences) {
  const lengths = sentences
    .filter(({ text }) => /[.!?]['”’)]?$/.test(text))
    .map(({ length }) => length)
    .toSorted((one, other) => one - other)
  return lengths[Math.floor(lengths.length / 2)] ?? 0
}
