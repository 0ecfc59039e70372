// Takes a heap snapshot of a page and sums it up: number and size of the objects of each name, and the names that grew.
import type { CDPSession } from '@playwright/test'

export interface Heap {
  /** Compiled code. It says nothing about leaks, because the browser compiles and discards it at any time. */
  readonly codeKilobytes: number
  /** The size of the page's objects. */
  readonly dataKilobytes: number
  readonly objects: ReadonlyMap<string, Objects>
}

interface Objects {
  count: number
  bytes: number
}

export async function readHeap(session: CDPSession): Promise<Heap> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }): void => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  return summaryOf(JSON.parse(chunks.join('')) as Snapshot)
}

/** Names with more and larger objects than before, the largest growth first. */
export function grownIn(before: Heap, after: Heap): string[] {
  return [...after.objects]
    .map(([name, { count, bytes }]) => {
      const { count: counted = 0, bytes: had = 0 } = before.objects.get(name) ?? {}
      return { name, more: count - counted, kilobytes: (bytes - had) / 1024 }
    })
    .filter(({ more, kilobytes }) => more > 0 && kilobytes > 1)
    .toSorted((a, b) => b.kilobytes - a.kilobytes)
    .map(({ name, more, kilobytes }) => `${name}: ${more} more, ${kilobytes.toFixed(0)} kB`)
}

/** The nodes are one array of numbers, with a fixed number of fields each. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[]]
    }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

function summaryOf({ snapshot: { meta }, nodes, strings }: Snapshot): Heap {
  const width = meta.node_fields.length
  const [typeAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) =>
    meta.node_fields.indexOf(field),
  )
  const read = (node: number, at = 0): number => nodes[node + at] ?? 0
  const objects = new Map<string, Objects>()
  let [code, data] = [0, 0]
  for (let node = 0; node < nodes.length; node += width) {
    const type = meta.node_types[0][read(node, typeAt)] ?? ''
    const bytes = read(node, sizeAt)
    if (type === 'code') code += bytes
    if (notData.has(type)) continue
    data += bytes
    // The snapshot names a string by its content, so all strings share one entry.
    const name = type.includes('string') ? 'string' : `${type} ${strings[read(node, nameAt)]}`
    const entry = objects.get(name) ?? { count: 0, bytes: 0 }
    objects.set(name, entry)
    entry.count += 1
    entry.bytes += bytes
  }
  return { codeKilobytes: code / 1024, dataKilobytes: data / 1024, objects }
}

/** Node types that are not page data. DOM elements are native objects, and the browser's own metrics count them. */
const notData = new Set(['code', 'native', 'synthetic'])
