// Completes index.html at build time: preloads of the font and of each route's files, and the prerendered sign-in screen.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import {
  build,
  type HtmlTagDescriptor,
  type IndexHtmlTransformContext,
  type Plugin,
  type Rolldown,
} from 'vite'

import { configModule, prerenderedModule, routes, type Route } from '../app/routes.ts'
import { reachable } from './reachable.ts'
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
      // The development server has no bundle.
      if (bundle === undefined) return filled
      const page = fill(filled, signInPlaceholder, await drawPrerenderedSignIn())
      return { html: page, tags: preloads(bundle) }
    },
  },
})

function fill(html: string, placeholder: string, content: string): string {
  if (!html.includes(placeholder)) throw new Error(`index.html has lost "${placeholder}"`)
  return html.replace(placeholder, () => content)
}

function preloads(bundle: Bundle): HtmlTagDescriptor[] {
  const entry = chunksOf(bundle).find((chunk) => chunk.isEntry)
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

/** A route for the boot script: a pattern of its address, who may see it, and the files to preload. */
type BootRoute = readonly [pattern: string, access: Route['access'], files: readonly string[]]

export const bootRoutes = (bundle?: Bundle): BootRoute[] =>
  routes.map((route) => [
    `^${route.path.replaceAll(/:[^/]+/g, '[^/]+').replace(/\/$/, '')}/?$`,
    route.access,
    bundle ? filesOf(modulesOf(route), bundle) : [],
  ])

/** The files of the modules, except those that the entry imports, because these are loaded anyway. */
function filesOf(modules: readonly string[], bundle: Bundle): string[] {
  const chunks = chunksOf(bundle)
  const importsOf = (name: string) => chunks.find(({ fileName }) => fileName === name)?.imports
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  const pages = [...modules, configModule].map((module) => fileOf(module, chunks))
  const loaded = reachable(entries, importsOf)
  return [...reachable(pages, importsOf)]
    .filter((name) => !loaded.has(name))
    .map((name) => `/${name}`)
}

const chunksOf = (bundle: Bundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((output) => output.type === 'chunk')

function fileOf(module: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const found = chunks.find((chunk) => chunk.facadeModuleId === join(root, module))
  if (!found) throw new Error(`${module} of the route table is not a chunk of its own`)
  return found.fileName
}

/** Inside web/, so that the built module resolves React. */
const folder = join(root, 'node_modules/.prerender')

/** The HTML of the sign-in screen, drawn with the components of the app. */
async function drawPrerenderedSignIn(): Promise<string> {
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { ssr: prerenderedModule, write: false },
    ssr: { noExternal: [/^@tengrand\//] },
  })) as Rolldown.RolldownOutput
  const [chunk, ...others] = built.output
  if (others.length > 0) throw new Error('The prerendered sign-in is more than one file')
  const file = join(folder, `sign-in-${process.pid}.mjs`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, chunk.code)
  try {
    const { prerenderSignIn }: { prerenderSignIn: () => string } = await import(
      pathToFileURL(file).href
    )
    return `<!-- prerendered-sign-in -->${prerenderSignIn()}<!-- /prerendered-sign-in -->`
  } finally {
    await rm(file)
  }
}
