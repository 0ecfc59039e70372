// Walks an import graph: finds the given modules and all that they import, directly or indirectly.

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
