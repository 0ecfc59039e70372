// Puts the modules that routes share into few large chunks, by the import graph and the route table.
import { join } from 'node:path'

import type { Rolldown } from 'vite'

import { configModule, routes, shellModule, type Route } from '../app/routes.ts'
import { reachable } from './reachable.ts'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** A module that this many pages for learners import goes into the chunk of all pages. */
const pagesMin = 4

/** Null leaves a module to the bundler. The imports of a chunk's modules are in the same chunk or in an earlier one. */
export const chunkName: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const { entry, guest, config, shell, pages } = (reached ??= reachableModules(graph))
  const isShared = shell.has(id) || pages.filter((page) => page.has(id)).length >= pagesMin
  if (entry.has(id) || (guest.has(id) && isShared)) return 'index'
  if (graph.getModuleInfo(id)?.dynamicImporters.length !== 0) return null
  // One file, because each further one delays the sign-in by a round trip.
  if (guest.has(id)) return 'guest'
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

const modulesFor = (access: Route['access']): string[] => [
  ...new Set(routes.filter((route) => route.access === access).map(({ module }) => module)),
]

/** The modules that the given ones load by static imports, directly or indirectly. */
const reachableFrom = (modules: readonly string[], graph: Graph): Set<string> =>
  reachable(
    modules.map((module) => join(import.meta.dirname, '..', module)),
    (id) => graph.getModuleInfo(id)?.importedIds,
  )
