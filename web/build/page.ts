// Completes index.html with what only the build knows: the font to preload, and the files that each route will ask for.
import { join } from 'node:path'

import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin, Rolldown } from 'vite'

import { moduleAtOnce, modulesOfRoutes } from './routes.ts'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

const root = join(import.meta.dirname, '..')
const placeholder = 'const files = {}'

export const completePage = (): Plugin => ({
  name: 'complete-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (bundle === undefined) return html
      if (!html.includes(placeholder)) throw new Error(`index.html has lost "${placeholder}"`)
      const files = `const files = ${JSON.stringify(filesOfRoutes(bundle))}`
      return { html: html.replace(placeholder, () => files), tags: preloads(bundle) }
    },
  },
})

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

/** Without the files that the page loads anyway, because the entry imports them. */
function filesOfRoutes(bundle: Bundle): Record<string, string[]> {
  const chunks = chunksOf(bundle)
  const started = withImports(
    chunks.filter((chunk) => chunk.isEntry),
    bundle,
  )
  return Object.fromEntries(
    Object.entries(modulesOfRoutes).map(([route, modules]) => {
      const asked = withImports(
        [...modules, moduleAtOnce].map((module) => chunkOf(module, chunks)),
        bundle,
      )
      return [route, [...asked].filter((name) => !started.has(name)).map((name) => `/${name}`)]
    }),
  )
}

const chunksOf = (bundle: Bundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((output) => output.type === 'chunk')

function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const found = chunks.find((chunk) => chunk.facadeModuleId === join(root, module))
  if (!found) throw new Error(`${module} of build/routes.ts is not a chunk of its own`)
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
