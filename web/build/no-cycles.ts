// Refuses files of the build that import each other: one of them would run before what it needs is there.
import type { Plugin } from 'vite'

export const noCycles = (): Plugin => ({
  name: 'no-cycles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const cycle = cycleIn(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (cycle) throw new Error(`These files import each other: ${cycle.join(', ')}`)
  },
})

/** The names that lead back to the first of them, by what each imports. */
export function cycleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): string[] | null => {
    if (path.includes(name)) return path.slice(path.indexOf(name))
    if (done.has(name)) return null
    done.add(name)
    for (const next of imports.get(name) ?? []) {
      const cycle = visit(next, [...path, name])
      if (cycle) return cycle
    }
    return null
  }
  for (const name of imports.keys()) {
    const cycle = visit(name, [])
    if (cycle) return cycle
  }
  return null
}
