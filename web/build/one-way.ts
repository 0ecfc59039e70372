// Refuses files of the build that import each other: one of them would run before what it needs is there.
import type { Plugin } from 'vite'

export const oneWay = (): Plugin => ({
  name: 'one-way',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const circle = circleIn(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (circle) throw new Error(`These files import each other: ${circle.join(', ')}`)
  },
})

/** The names that lead back to the first of them, by what each imports. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const visit = (name: string, way: readonly string[]): string[] | null => {
    if (way.includes(name)) return way.slice(way.indexOf(name))
    if (done.has(name)) return null
    done.add(name)
    for (const next of imports.get(name) ?? []) {
      const circle = visit(next, [...way, name])
      if (circle) return circle
    }
    return null
  }
  for (const name of imports.keys()) {
    const circle = visit(name, [])
    if (circle) return circle
  }
  return null
}
