// Walks an import graph: all names that can be reached from some of them, the first ones included.

export function reachable(
  starts: readonly string[],
  importsOf: (name: string) => readonly string[] | undefined,
): Set<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    importsOf(name)?.forEach(visit)
  }
  starts.forEach(visit)
  return found
}
