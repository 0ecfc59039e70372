// Tells words for people from the technical strings of a source file: classes, names, queries, types, exceptions.

/** @typedef {any} Node a node of the syntax tree */

/** Attributes and properties whose value is read even if it is a single word. */
export const readNames = new Set(
  `alt aria-label aria-valuetext caption column heading hint label loading placeholder sentence shortLabel
  subject title words`.split(/\s+/),
)

export const unreadNames =
  /^(?:class(?:Name)?|style|\w*(?:[lL]ook|Class|Style)|d|id|key|path|pattern|rel|to|href|viewBox|transform|autoComplete|name)$/

const unreadCalls =
  /^(?:closest|fetch|getElementById|log\w*|matches|matchMedia|querySelector(?:All)?|random\w*|require|split|warn)$/

/** @param {Node} node */
export const isString = (node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** The value of `name` is read if it has several words. @param {string} name @param {Node} node */
export const isRead = (name, node) => name === 'name' && isString(node)

/** Types, imports, comparisons, exceptions and technical calls. @param {Node} node */
export function isUnread({ type, operator, callee }) {
  if (/^(?:Import|ExportAll|Throw)/.test(String(type))) return true
  if (String(type).startsWith('TS')) return !/^TS(?:As|NonNull|Satisfies)Expression$/.test(type)
  if (type === 'BinaryExpression') return /^[!=]==$/.test(operator)
  if (type === 'NewExpression') return /Error$|^RegExp$|^Intl/.test(callee.name ?? '')
  return type === 'CallExpression' && unreadCalls.test(callee.name ?? callee.property?.name ?? '')
}

const utilities = new Set(
  `absolute block contents fixed flex grid group grow hidden inline invisible italic list-none peer relative resize
  shrink skeleton static sticky truncate underline uppercase visible`.split(/\s+/),
)

/** Whether a string is words for people, not a list of classes, a query or a path. @param {string} text */
export function isProse(text) {
  const tokens = text.trim().split(/\s+/)
  if (
    !/\p{L}{2}/u.test(text) ||
    tokens.length < 2 ||
    /[;{}<>]|=>|\$\{|^\(|--|\w\(|^M-?\d|px /.test(text)
  )
    return false
  if (/[A-Z].*[.?!]$|^[A-Z][\w’']* \p{Ll}/u.test(text)) return true
  const technical = tokens.filter(
    (token) => utilities.has(token) || /^[^A-Z…]*[-:[\]=*#/][^…]*$/.test(token),
  )
  return technical.length * 2 < tokens.length
}
