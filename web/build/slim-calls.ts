// Leaves out of the contract's calls what only the server and the API description read.
import type { Plugin } from 'vite'

const unread = /^(?:summary|refusals|faults|headers|budget)$/

export const slimCalls = (): Plugin => ({
  name: 'slim-calls',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/[\w-]+\.ts$/ },
    handler(code) {
      return { code: withoutUnread(code, this.parse(code)), map: null }
    },
  },
})

/** The nodes of the syntax tree as far as they matter here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

interface CallNode extends Node {
  readonly callee: { readonly name?: string }
  readonly arguments: readonly { readonly properties?: readonly PropertyNode[] }[]
}

interface PropertyNode extends Node {
  readonly key?: { readonly name?: string }
}

/** Removes the properties from the arguments of every `call({ … })`. */
export function withoutUnread(code: string, program: Node): string {
  const properties = callsIn(program)
    .flatMap((node) => node.arguments[0]?.properties ?? [])
    .filter(({ key }) => unread.test(key?.name ?? ''))
    .toSorted((one, other) => other.start - one.start)
  return properties.reduce((rest, { start, end }) => {
    const comma = /^\s*,/.exec(rest.slice(end))?.[0].length ?? 0
    return rest.slice(0, start) + rest.slice(end + comma)
  }, code)
}

function callsIn(node: unknown): CallNode[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(callsIn)
  return isCall(node) ? [node, ...inside] : inside
}

const isCall = (node: object): node is CallNode =>
  (node as Node).type === 'CallExpression' && (node as CallNode).callee.name === 'call'
