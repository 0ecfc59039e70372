// Reads what people can read out of a source file: text in JSX, strings, templates, HTML and the web manifest.
import { parseAst } from 'vitest/node'

import { isProse, isRead, isString, isUnread, readNames, unreadNames } from './words-filter.mjs'

/** @typedef {any} Node a node of the syntax tree */
/** @typedef {{ text: string, at: number }} Text a text and its offset in the file */

/** Elements within a sentence. Every other element with content begins a text of its own. */
const inline = new Set('a abbr b em i span strong time Explained Hint Link TextButton'.split(' '))

/** Elements that are drawn, not read. */
const drawn = new Set('br ExplainedBeside Icon Triangle wbr'.split(' '))

/** @param {string} file @param {string} source @returns {Text[]} */
export function textsOf(file, source) {
  if (file.endsWith('.html')) return textsOfHtml(source)
  if (file.endsWith('.webmanifest')) return textsOfManifest(source)
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  return new Reader().read(parseAst(source, { lang }))
}

class Reader {
  /** @type {Text[]} */
  texts = []
  /** Nodes whose words are part of a text already. @type {Set<Node>} */
  taken = new Set()

  /** @param {Node} program */
  read(program) {
    this.walk(program, '')
    return this.texts.toSorted((one, other) => one.at - other.at)
  }

  /** @param {any} node @param {string} name the attribute or property that has the node */
  walk(node, name) {
    if (typeof node !== 'object' || node === null || isUnread(node)) return
    if (Array.isArray(node)) for (const child of node) this.walk(child, name)
    else if (node.type === 'JSXAttribute') this.walk(node.value, String(node.name.name))
    else if (node.type === 'Property') this.walk(node.value, node.key.name ?? node.key.value)
    else if (node.type === 'VariableDeclarator') this.walk(node.init, node.id.name ?? '')
    else if (unreadNames.test(name) && !isRead(name, node)) return
    else if (node.type === 'TaggedTemplateExpression') this.takeProse(node)
    else if (node.type === 'JSXElement' || node.type === 'JSXFragment') this.takeElement(node)
    else if (isString(node)) this.takeString(node, name)
    else this.walkParts(node, name)
  }

  /** @param {Node} node @param {string} name */
  walkParts(node, name) {
    for (const [part, child] of Object.entries(node)) {
      const isName = part === 'property' || part === 'typeArguments' || part === 'test'
      if (!isName || node.type === 'ConditionalExpression') this.walk(child, name)
    }
  }

  /** @param {Node} node @param {string} name */
  takeString(node, name) {
    if (this.taken.has(node)) return
    for (const text of new Set(this.wordsOf(node))) {
      if (isProse(text) || (readNames.has(name) && !text.includes('-'))) this.take(text, node.start)
    }
  }

  /** A template of a guide: paragraphs and list items, with links and strong words as in Markdown. @param {Node} node */
  takeProse({ quasi, tag, start }) {
    if (tag.name === 'prose') {
      const [text = ''] = this.wordsOf(quasi) ?? []
      for (const block of text.split(/\n\s*\n|^\s*(?:-|1\.) /m)) {
        this.take(block.replaceAll(/\[(.*?)\]\(.*?\)/gs, '$1').replaceAll('**', ''), start)
      }
    }
    this.walk(quasi.expressions, '')
  }

  /** The texts of an element: the runs of text between blocks. @param {Node} element */
  takeElement(element) {
    if (element.openingElement) this.walk(element.openingElement.attributes, '')
    /** @type {string[]} */
    let run = ['']
    const flush = () => {
      for (const text of new Set(run)) this.take(text, element.start)
      run = ['']
    }
    for (const child of element.children) {
      const words = this.wordsOf(child)
      if (words !== null) run = joined(run, words)
      else {
        flush()
        this.walk(child, '')
      }
    }
    flush()
  }

  /** The alternatives of what a node says; null for a block, which is no part of a sentence. @param {Node} node @returns {string[] | null} */
  wordsOf(node) {
    switch (node.type) {
      case 'JSXText':
        return [node.value.replaceAll(/\s*\n\s*/g, ' ')]
      case 'JSXExpressionContainer':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
        return this.wordsOf(node.expression)
      case 'JSXEmptyExpression':
        return ['']
      case 'Literal':
        this.taken.add(node)
        return [typeof node.value === 'string' ? node.value : (node.raw.match(/^\d+/)?.[0] ?? '')]
      case 'TemplateLiteral':
        this.taken.add(node)
        return this.wordsOfTemplate(node)
      case 'ConditionalExpression':
        return either(this.wordsOf(node.consequent), this.wordsOf(node.alternate))
      case 'LogicalExpression':
        return node.operator === '&&'
          ? either(this.wordsOf(node.right), [''])
          : either(this.wordsOf(node.left), this.wordsOf(node.right))
      case 'JSXElement':
        return this.wordsOfElement(node)
      default:
        return this.wordsOfOther(node)
    }
  }

  /** @param {Node} node */
  wordsOfTemplate({ quasis, expressions }) {
    return quasis.reduce(
      (/** @type {string[]} */ said, /** @type {Node} */ quasi, /** @type {number} */ index) => {
        const value = expressions[index - 1]
        const words = value ? (this.wordsOf(value) ?? [gap]) : ['']
        return joined(joined(said, words), [quasi.value.cooked])
      },
      [''],
    )
  }

  /** @param {Node} element */
  wordsOfElement(element) {
    const { name, attributes, selfClosing } = element.openingElement
    if (drawn.has(name.name)) return [' ']
    if (!inline.has(name.name) && !selfClosing) return null
    this.walk(attributes, '')
    if (selfClosing) return [/^[a-z]/.test(name.name) ? ' ' : gap]
    /** @type {string[]} */
    let said = ['']
    for (const child of element.children) {
      const words = this.wordsOf(child)
      if (words === null) return null
      said = joined(said, words)
    }
    return said
  }

  /** A value, which counts as one word. A call or a list may have elements of its own. @param {Node} node */
  wordsOfOther(node) {
    const before = this.texts.length
    this.walk(node, '')
    return this.texts.length > before && hasElement(node) ? null : [gap]
  }

  /** @param {string} text @param {number} at */
  take(text, at) {
    const plain = text.replaceAll(/&(\w+);/g, (all, name) => entities.get(name) ?? all)
    const line = plain.replaceAll(/\s+/g, ' ').trim()
    if (/\p{L}/u.test(line)) this.texts.push({ text: line, at })
  }
}

/** Stands for a value in a sentence. */
const gap = '…'

const entities = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['quot', '"'],
  ['nbsp', ' '],
  ['lt', '<'],
])

/** The most alternatives of a text that are listed. */
const alternativesMax = 12

/** @param {readonly string[]} before @param {readonly string[]} after */
const joined = (before, after) =>
  before.flatMap((start) => after.map((end) => start + end)).slice(0, alternativesMax)

/** @param {string[] | null} one @param {string[] | null} other */
const either = (one, other) => (one && other ? [...one, ...other] : null)

/** @param {Node} node @returns {boolean} */
const hasElement = (node) =>
  typeof node === 'object' &&
  node !== null &&
  (node.type === 'JSXElement' || Object.values(node).some(hasElement))

/** @param {string} source @returns {Text[]} */
function textsOfHtml(source) {
  const readable = /<title>(.*?)<|<noscript>(.*?)<|content="([^"]*? [^"]*?)"/gs
  return [...source.matchAll(readable)]
    .map(({ index, 1: title, 2: fallback, 3: content }) => ({
      text: title ?? fallback ?? content ?? '',
      at: index,
    }))
    .filter(({ text }) => !/^[a-z-]+=|^light dark$/.test(text))
}

/** @param {string} source @returns {Text[]} */
const textsOfManifest = (source) =>
  Object.entries(JSON.parse(source))
    .filter(([name]) => ['name', 'short_name', 'description'].includes(name))
    .map(([name, text]) => ({ text: String(text), at: source.indexOf(`"${name}"`) }))
