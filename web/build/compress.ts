// Writes a .br and a .gz beside every built file that gets smaller by it, so that the server need not compress files.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

export const compress = (): Plugin => ({
  name: 'compress',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: ({ dir }) => (dir === undefined ? undefined : compressFiles(dir)),
  },
})

const compressible = /\.(?:css|html|js|json|svg|txt|webmanifest)$/

async function compressFiles(dir: string): Promise<void> {
  const names = await readdir(dir, { recursive: true })
  await Promise.all(
    names
      // Folders with a dot are not served.
      .filter((name) => compressible.test(name) && !name.startsWith('.'))
      .map((name) => compressFile(join(dir, name))),
  )
}

async function compressFile(file: string): Promise<void> {
  const source = await readFile(file)
  const [br, gz] = await Promise.all([toBrotli(source), toGzip(source, { level: 9 })])
  await Promise.all([
    writeIfSmaller(`${file}.br`, br, source),
    writeIfSmaller(`${file}.gz`, gz, source),
  ])
}

const toGzip = promisify<Buffer, { level: number }, Buffer>(gzip)

/** Brotli's default quality is its highest one. */
const toBrotli = promisify<Buffer, Buffer>(brotliCompress)

async function writeIfSmaller(file: string, packed: Buffer, source: Buffer): Promise<void> {
  if (packed.length < source.length) await writeFile(file, packed)
}
