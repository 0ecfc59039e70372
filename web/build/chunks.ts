// Puts the modules that routes share into few large chunks, by the import graph and the route table.
import { join } from 'node:path'

import type { Rolldown } from 'vite'

import { configModule, routes, shellModule, type Route } from '../app/routes.ts'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** A module that so many pages for learners import is loaded with all of them. */
const pagesMin = 4

/** Null leaves a module to the bundler. Each chunk holds the imports of its modules or finds them in an earlier one. */
export const chunkName: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const { entry, guest, config, shell, pages } = (reached ??= reachableModules(graph))
  const isShared = shell.has(id) || pages.filter((page) => page.has(id)).length >= pagesMin
  if (entry.has(id) || (guest.has(id) && isShared)) return 'index'
  if (guest.has(id) || graph.getModuleInfo(id)?.dynamicImporters.length !== 0) return null
  if (config.has(id)) return 'client'
  return isShared ? 'learner' : null
}

let reached: ReturnType<typeof reachableModules> | undefined

const reachableModules = (graph: Graph) => ({
  entry: reachableFrom(['index.html'], graph),
  guest: reachableFrom(modulesFor('guest'), graph),
  config: reachableFrom([configModule], graph),
  shell: reachableFrom([shellModule], graph),
  pages: modulesFor('learner').map((module) => reachableFrom([module], graph)),
})

const modulesFor = (access: Route['access']): string[] =>
  routes.filter((route) => route.access === access).map(({ module }) => module)

/** By static imports. */
function reachableFrom(modules: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  for (const module of modules) visit(join(import.meta.dirname, '..', module))
  return found
}
