// Draws the sign-in screen for the page that the build makes, by the same components that the app draws it with.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')
/** From here the module finds React as the app does. */
const folder = join(root, 'node_modules/.front')

export async function drawFront(): Promise<string> {
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { ssr: 'sign-in/first-paint.tsx', write: false },
    ssr: { noExternal: [/^@tengrand\//] },
  })) as Rolldown.RolldownOutput
  const [chunk, ...others] = built.output
  if (others.length > 0) throw new Error('The first paint is more than one file')
  const file = join(folder, `first-paint-${process.pid}.mjs`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, chunk.code)
  try {
    const { firstPaint }: { firstPaint: () => string } = await import(pathToFileURL(file).href)
    return `<!-- front -->${firstPaint()}<!-- /front -->`
  } finally {
    await rm(file)
  }
}
