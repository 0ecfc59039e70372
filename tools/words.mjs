// Lists every sentence that people can read, with its length in words, and the median of each area. `npm run words long`
// lists the long ones only, `npm run words forbidden` those with words that docs/style.md forbids.
import { resolve } from 'node:path'

import { mayBeLong, medianOf, sentencesOf, wordsMax } from './words-rules.mjs'

const [wanted = 'all', folder = resolve(import.meta.dirname, '..')] = process.argv.slice(2)

/** @type {Readonly<Record<string, (sentence: import('./words-rules.mjs').Sentence) => boolean>>} */
const choices = {
  all: () => true,
  long: ({ length }) => length > wordsMax,
  forbidden: ({ faults }) => faults.some((fault) => !/^\d/.test(fault)),
}

const chosen = choices[wanted]
if (chosen === undefined) {
  console.error(`npm run words takes one of ${Object.keys(choices).join(', ')}, and a folder.`)
  process.exit(1)
}

const sentences = sentencesOf(resolve(folder))
for (const sentence of sentences.filter(chosen)) {
  const { file, line, text, length, faults } = sentence
  const marks = length > wordsMax && mayBeLong(sentence) ? ['may be long'] : faults
  const mark = marks.length === 0 ? '' : ` [${marks.join(', ')}]`
  console.log(`${String(length).padStart(3)}  ${file}:${line}${mark}  ${text}`)
}
console.log()
for (const [area, of] of Map.groupBy(sentences, (sentence) => sentence.area)) {
  const long = of.filter(({ length }) => length > wordsMax).length
  console.log(
    `${area}: ${of.length} texts, median of the sentences ${medianOf(of)} words, ${long} over ${wordsMax}`,
  )
}
