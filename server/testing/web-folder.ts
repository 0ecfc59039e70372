// Creates a small built web app on disk.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { tempFolder } from './temp-folder.ts'
import type { AtEnd } from './world.ts'

export const bootScript = 'document.documentElement.dataset.boot = 1'
export const assetSource = `export const text = '${'a'.repeat(3000)}'\n`

export async function createWebFolder(atEnd?: AtEnd): Promise<string> {
  const folder = await tempFolder(atEnd)
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  const page = await readFile(join(import.meta.dirname, '../../web/index.html'), 'utf8')
  // The comments that the build writes around the sign-in screen.
  const [begin = ''] = /<!-- .*sign-in -->/.exec(page) ?? []
  const signIn = `${begin}the form${begin.replace('<!-- ', '<!-- /')}`
  const files = {
    'index.html': `<!doctype html><meta property="og:image" content="/card.png" /><script src="/assets/app-1a2b.js"></script><script>${bootScript}</script>the page${signIn}`,
    'robots.txt': 'User-agent: *\nAllow: /\n',
    '.vite/manifest.json': '{"secret":true}',
    'assets/app-1a2b.js': assetSource,
    'assets/app-1a2b.js.br': brotliCompressSync(assetSource),
    'assets/app-1a2b.js.gz': gzipSync(assetSource),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}
