// A snapshot of the heap of a page as a table: how many things of each name there are, how large they are, and which have grown.
import type { CDPSession } from '@playwright/test'

export interface Heap {
  /** Of what the browser makes of our script to run it, which goes up and down as it sees fit. */
  readonly codeKilobytes: number
  /** Of all that the page itself keeps. */
  readonly dataKilobytes: number
  readonly things: ReadonlyMap<string, Things>
}

interface Things {
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

/** What there is more of, the largest first. */
export function grownIn(before: Heap, after: Heap): string[] {
  return [...after.things]
    .map(([name, { count, bytes }]) => {
      const { count: counted = 0, bytes: had = 0 } = before.things.get(name) ?? {}
      return { name, more: count - counted, kilobytes: (bytes - had) / 1024 }
    })
    .filter(({ more, kilobytes }) => more > 0 && kilobytes > 1)
    .toSorted((a, b) => b.kilobytes - a.kilobytes)
    .map(({ name, more, kilobytes }) => `${name}: ${more} more, ${kilobytes.toFixed(0)} kB`)
}

/** All nodes lie in one row of numbers, and their fields follow each other. */
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
  const things = new Map<string, Things>()
  let [code, data] = [0, 0]
  for (let node = 0; node < nodes.length; node += width) {
    const type = meta.node_types[0][read(node, typeAt)] ?? ''
    const bytes = read(node, sizeAt)
    if (type === 'code') code += bytes
    if (notOfThePage.has(type)) continue
    data += bytes
    // A text has its own words for a name.
    const name = type.includes('string') ? 'text' : `${type} ${strings[read(node, nameAt)]}`
    const those = things.get(name) ?? { count: 0, bytes: 0 }
    things.set(name, those)
    those.count += 1
    those.bytes += bytes
  }
  return { codeKilobytes: code / 1024, dataKilobytes: data / 1024, things }
}

/** Elements are counted by the browser's own counter. */
const notOfThePage = new Set(['code', 'native', 'synthetic'])
