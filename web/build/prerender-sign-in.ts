// Prerenders the sign-in screen for index.html, with the components of the app.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build, type Rolldown } from 'vite'

import { prerenderedModule } from '../app/routes.ts'

const root = join(import.meta.dirname, '..')
/** Inside web/, so that the built module resolves React. */
const folder = join(root, 'node_modules/.prerender')

export async function drawPrerenderedSignIn(): Promise<string> {
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
