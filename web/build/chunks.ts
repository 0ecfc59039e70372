// Puts the modules that routes share into few large chunks, by the import graph and the route table.
import { dirname, join } from 'node:path'

import type { Rolldown } from 'vite'

import { configModule, routes, shellModule, type Route } from '../app/routes.ts'
import { reachable } from './reachable.ts'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** A module that this many pages for learners import, of two folders or more, goes into the chunk of all pages. */
const pagesMin = 4
/** One that this many pages of a single folder import goes into a chunk of theirs. */
const ofFolderMin = 3
/** A module of the sign-in that this many pages import, or else they would import the rest of the sign-in too. */
const ofSignInMin = 3
/** Pages that are not counted: few learners open them, and what they need must not make other pages larger. */
const seldomOpened = /^lessons\/(play|screen)-page|^journal\//

/** Lists that load page by page. The library's index imports them for every page, but few pages use them. */
const ofFewPages = /\/(infiniteQueryObserver|useInfiniteQuery)\.js$/

/** Null leaves a module to the bundler. The imports of a chunk's modules are in the same chunk or in an earlier one. */
export const chunkName: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  if (ofFewPages.test(id)) return null
  const { entry, guest, config, shell, pages } = (reached ??= reachableModules(graph))
  const users = pages.filter(({ imports }) => imports.has(id))
  const [folder, ...others] = new Set(users.map((page) => page.folder))
  const isShared = shell.has(id) || (users.length >= pagesMin && others.length > 0)
  const isOfGuests = guest.has(id) && (isShared || users.length >= ofSignInMin)
  if (entry.has(id) || isOfGuests) return 'index'
  if (graph.getModuleInfo(id)?.dynamicImporters.length !== 0) return null
  // One file, because each further one delays the sign-in by a round trip.
  if (guest.has(id)) return 'guest'
  if (config.has(id)) return 'client'
  if (isShared) return 'learner'
  return folder !== undefined && others.length === 0 && users.length >= ofFolderMin ? folder : null
}

let reached: ReturnType<typeof reachableModules> | undefined

const reachableModules = (graph: Graph) => ({
  entry: reachableFrom(['index.html'], graph),
  guest: reachableFrom(modulesFor('guest'), graph),
  config: reachableFrom([configModule], graph),
  shell: reachableFrom([shellModule], graph),
  pages: modulesFor('learner')
    .filter((module) => !seldomOpened.test(module))
    .map((module) => ({ folder: dirname(module), imports: reachableFrom([module], graph) })),
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
