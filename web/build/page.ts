// Completes index.html with what only the build knows: the font to preload, the files that each route will ask for, and
// the sign-in screen as it looks before any code has arrived.
import { join } from 'node:path'

import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin, Rolldown } from 'vite'

import { configModule, routes, type Route } from '../app/routes.ts'
import { drawPrerenderedSignIn } from './prerender-sign-in.ts'
import { modulesOf } from './routes.ts'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

const root = join(import.meta.dirname, '..')
const routesPlaceholder = 'const routes = []'
const signInPlaceholder = '<!-- prerendered-sign-in -->'

export const completePage = (): Plugin => ({
  name: 'complete-page',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const table = `const routes = ${JSON.stringify(bootRoutes(bundle))}`
      const filled = fill(html, routesPlaceholder, table)
      // While the app is being worked on, nothing is built ahead of time.
      if (bundle === undefined) return filled
      const page = fill(filled, signInPlaceholder, await drawPrerenderedSignIn())
      return { html: page, tags: preloads(bundle) }
    },
  },
})

function fill(html: string, place: string, content: string): string {
  if (!html.includes(place)) throw new Error(`index.html has lost "${place}"`)
  return html.replace(place, () => content)
}

function preloads(bundle: Bundle): HtmlTagDescriptor[] {
  const chunks = chunksOf(bundle)
  const entry = chunks.find((chunk) => chunk.isEntry)
  return Object.keys(bundle).flatMap((name) => {
    if (name.endsWith('.woff2'))
      return preload(name, { rel: 'preload', as: 'font', type: 'font/woff2' })
    return entry?.imports.includes(name) ? preload(name, { rel: 'modulepreload' }) : []
  })
}

const preload = (name: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, href: `/${name}`, crossorigin: true },
  injectTo: 'head',
})

/** What the boot script needs of a route: how its address looks, who may see it, and the files it will ask for. */
type BootRoute = readonly [pattern: string, access: Route['access'], files: readonly string[]]

export const bootRoutes = (bundle?: Bundle): BootRoute[] =>
  routes.map((route) => [
    `^${route.path.replaceAll(/:[^/]+/g, '[^/]+').replace(/\/$/, '')}/?$`,
    route.access,
    bundle ? filesOf(modulesOf(route), bundle) : [],
  ])

/** Without the files that the page loads anyway, because the entry imports them. */
function filesOf(modules: readonly string[], bundle: Bundle): string[] {
  const chunks = chunksOf(bundle)
  const started = withImports(
    chunks.filter((chunk) => chunk.isEntry),
    bundle,
  )
  const asked = withImports(
    [...modules, configModule].map((module) => chunkOf(module, chunks)),
    bundle,
  )
  return [...asked].filter((name) => !started.has(name)).map((name) => `/${name}`)
}

const chunksOf = (bundle: Bundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((output) => output.type === 'chunk')

function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const found = chunks.find((chunk) => chunk.facadeModuleId === join(root, module))
  if (!found) throw new Error(`${module} of the route table is not a chunk of its own`)
  return found
}

function withImports(chunks: readonly Rolldown.OutputChunk[], bundle: Bundle): Set<string> {
  const names = new Set<string>()
  const visit = (name: string): void => {
    const output = bundle[name]
    if (names.has(name) || output?.type !== 'chunk') return
    names.add(name)
    output.imports.forEach(visit)
  }
  chunks.forEach((chunk) => visit(chunk.fileName))
  return names
}
