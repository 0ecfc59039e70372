// Fails the build where chunks import each other: one of them would run before its imports.
import type { Plugin } from 'vite'

import { reachable } from './reachable.ts'

export const noCycles = (): Plugin => ({
  name: 'no-cycles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const cycle = cycleIn(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (cycle) throw new Error(`These files import each other: ${cycle.join(', ')}`)
  },
})

/** The names that are part of an import cycle; null where there is none. */
export function cycleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const importsOf = (name: string): readonly string[] => imports.get(name) ?? []
  const cycle = [...imports.keys()].filter((name) =>
    reachable(importsOf(name), importsOf).has(name),
  )
  return cycle.length > 0 ? cycle : null
}
