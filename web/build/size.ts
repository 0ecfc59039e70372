// Adds up the downloads of each route and compares them with the budgets; run as a script it prints a table.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { routes, shellModule } from '../app/routes.ts'
import { reachable } from './reachable.ts'
import { modulesOf } from './routes.ts'

/** The parts of Vite's manifest that matter here. */
type Manifest = Record<
  string,
  { file: string; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean }
>

const kilobyte = 1000
/** The budget of pages that guests see first, in kilobytes. */
const guestScriptMax = 90
const scriptMax = 140
const onTopMax = 40
const styleMax = 12.5
const fontMax = 30

export function measureSizes(dist: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const ofRoutes = routes.map((route) => ({
    what: `JS of ${route.path}`,
    bytes: scriptBytes(dist, manifest, modulesOf(route)),
    bytesMax: (route.access === 'guest' ? guestScriptMax : scriptMax) * kilobyte,
  }))
  const onTop = modulesOnTop(manifest).map((module) => ({
    what: `JS of ${module}, on top`,
    bytes:
      scriptBytes(dist, manifest, [shellModule, module]) -
      scriptBytes(dist, manifest, [shellModule]),
    bytesMax: onTopMax * kilobyte,
  }))
  const files = readdirSync(join(dist, 'assets')).map((name) => join(dist, 'assets', name))
  const styles = files.filter((file) => file.endsWith('.css')).map(gzipBytes)
  // Fonts are compressed already.
  const fonts = files
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => readFileSync(file).length)
  return [
    ...ofRoutes,
    ...onTop,
    { what: 'CSS', bytes: sum(styles), bytesMax: styleMax * kilobyte },
    { what: 'Font', bytes: sum(fonts), bytesMax: fontMax * kilobyte },
  ]
}

function scriptBytes(dist: string, manifest: Manifest, modules: readonly string[]): number {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const keys = reachable([...entries, ...modules], (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} of the route table is not in the manifest`)
    return chunk.imports
  })
  return sum([...keys].map((key) => gzipBytes(join(dist, manifest[key]?.file ?? ''))))
}

/** Lazy modules that are no routes: parts of pages. */
function modulesOnTop(manifest: Manifest): string[] {
  const ofRoutes = new Set(routes.flatMap(modulesOf))
  const onTop = Object.keys(manifest).filter(
    (key) => manifest[key]?.isDynamicEntry && !ofRoutes.has(key),
  )
  // A page that is not in the route table would have no budget.
  const unknown = onTop.filter((key) => key.endsWith('-page.tsx'))
  if (unknown.length > 0) throw new Error(`app/routes.ts does not list ${unknown.join(', ')}`)
  return onTop
}

const gzipBytes = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length

const sum = (numbers: readonly number[]): number => numbers.reduce((total, next) => total + next, 0)

if (import.meta.main) {
  const sizes = measureSizes(join(import.meta.dirname, '../dist'))
  for (const { what, bytes, bytesMax } of sizes) {
    const words = `${(bytes / kilobyte).toFixed(1).padStart(6)} of ${bytesMax / kilobyte} kB`
    console.log(`${bytes > bytesMax ? 'over' : 'ok  '}  ${words.padEnd(18)} ${what}`)
  }
  if (sizes.some(({ bytes, bytesMax }) => bytes > bytesMax)) process.exitCode = 1
}
