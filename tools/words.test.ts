// Holds what people read to docs/style.md: short sentences, without the words that it forbids.
import { resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { medianOf, sentencesIn, sentencesOf } from './words-rules.mjs'

const sentences = sentencesOf(resolve(import.meta.dirname, '..'))

test('no sentence of the pages, emails and refusals is too long, or has a word that the style forbids', () => {
  const faulty = sentences
    .filter(({ faults }) => faults.length > 0)
    .map(({ file, line, text, faults }) => `${file}:${line} [${faults.join(', ')}] ${text}`)
  expect(faulty).toEqual([])
})

test.each(['pages', 'guides', 'refusals', 'emails'])(
  'half of the %s say it in 15 words',
  (area) => {
    const own = sentences.filter((sentence) => sentence.area === area)
    expect(own.length).toBeGreaterThan(20)
    expect(medianOf(own)).toBeLessThanOrEqual(15)
  },
)

describe('the words of a file', () => {
  const found = (source: string, file = 'web/stock/example.tsx') =>
    sentencesIn(file, source).map(({ text, length }) => [length, text])

  test('are text with its inline elements and values, block by block', () => {
    const source = `const a = (
      <div className="flex grow">
        <p title="In a title">You own <b>{count} shares</b> of {ticker}. It&apos;s yours.</p>
        <Notice tone="error">{isNew ? 'One way.' : 'Another way.'}</Notice>
      </div>
    )`
    expect(found(source)).toEqual([
      [6, 'You own … shares of ….'],
      [2, "It's yours."],
      [3, 'In a title'],
      [2, 'One way.'],
      [2, 'Another way.'],
    ])
  })

  test('are strings and templates, but not classes, types, imports and exceptions', () => {
    const source = `import x from 'not read this'
      type Kind = 'a kind of text'
      const look = 'font-medium text-muted'
      const row = { label: 'Cash', kind: 'cash', className: 'the same row' }
      const say = (price) => \`The price is \${price.words} now\${late ? ', but late' : ''}.\`
      throw new Error('A bug is not read.')`
    expect(found(source)).toEqual([
      [1, 'Cash'],
      [7, 'The price is … now, but late.'],
      [5, 'The price is … now.'],
    ])
  })

  test('are the paragraphs of a guide, the head of the page and the web manifest', () => {
    const guide =
      'const text = prose`One **strong** [link](${paths.pro}).\n\n- An item\n- Two items`'
    expect(found(guide, 'web/guides/a.tsx').map(([, text]) => text)).toEqual([
      'One strong link.',
      'An item',
      'Two items',
    ])
    const html = '<title>A title</title><meta content="A description." /><meta content="#fff" />'
    expect(found(html, 'web/index.html')).toEqual([
      [2, 'A title'],
      [2, 'A description.'],
    ])
    expect(found('{ "name": "Tengrand", "id": "/" }', 'web/public/app.webmanifest')).toEqual([
      [1, 'Tengrand'],
    ])
  })

  test.each([
    ['Whoever holds pays once.', ['whoever']],
    ['Had you never sold, you would have more.', ['had you']],
    ['This buys 1 share at once.', ['at once']],
    ['Your portfolio closes at the prices of this moment.', ['of this moment']],
    ['You can start over from chapter 2.', ['chapter (say run)', 'start over (say restart)']],
    ['You can safely try again: this is done only one time.', ['a colon in place of a verb']],
    ['Not enough cash: you have $3.00.', []],
    [`${'word '.repeat(25)}word.`, ['26 words']],
  ])('%s', (text, faults) => {
    const [sentence] = sentencesIn(
      'web/stock/example.tsx',
      `const a = <p>{${JSON.stringify(text)}}</p>`,
    )
    expect(sentence?.faults).toEqual(faults)
    const inGuide = sentencesIn(
      'web/guides/example.tsx',
      `const a = <p>{${JSON.stringify(text)}}</p>`,
    )
    expect(inGuide[0]?.faults).toEqual(faults.filter((fault) => !/^\d|colon/.test(fault)))
  })
})
