// Reads the built web app into memory at the start: the files of a running server cannot change, and the content security policy
// always has the hashes of the served page.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export interface WebFile {
  readonly path: string
  readonly type: string
  readonly caching: string
  readonly etag: string
  readonly plain: Buffer
  readonly brotli: Buffer | null
  readonly gzip: Buffer | null
}

export interface WebApp {
  readonly page: WebFile
  readonly files: readonly WebFile[]
}

export interface WebAppOptions {
  /** False removes the prerendered sign-in form from the page, where people sign in elsewhere. */
  readonly hasUsualSignIn: boolean
  /** Completes the URLs of Open Graph tags, which must be absolute. */
  readonly origin: string | null
}

/** Null where it has not been built. Hidden files are left out. */
export function readWebApp(folder: string, options: WebAppOptions): WebApp | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !/(^|[\\/])\.|\.(br|gz)$/.test(name))
  const built = names.map((name) => readWebFile(folder, name))
  const files = built.map((file) => (file.path === '/index.html' ? fit(file, options) : file))
  const page = files.find(({ path }) => path === '/index.html')
  return page === undefined ? null : { page, files }
}

/** web/build/page.ts writes the comments. */
const prerenderedSignIn = /<!-- prerendered-sign-in -->.*<!-- \/prerendered-sign-in -->/s

/** Adapts the page to the configuration, and compresses it again where it has changed. */
function fit(page: WebFile, { hasUsualSignIn, origin }: WebAppOptions): WebFile {
  const built = page.plain.toString()
  let html = built
  if (!hasUsualSignIn) html = html.replace(prerenderedSignIn, '')
  if (origin !== null) {
    html = html.replaceAll(/(<meta property="og:\w+" content=")(?=\/)/g, (tag) => tag + origin)
  }
  if (html === built) return page
  const plain = Buffer.from(html)
  return {
    ...page,
    etag: etagOf(plain),
    plain,
    brotli: page.brotli && brotliCompressSync(plain),
    gzip: page.gzip && gzipSync(plain),
  }
}

function readWebFile(folder: string, name: string): WebFile {
  const file = join(folder, name)
  const path = `/${name.split(sep).join('/')}`
  const plain = readFileSync(file)
  return {
    path,
    type: types[extname(name)] ?? 'application/octet-stream',
    // Names under /assets contain a hash of the content.
    caching: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: etagOf(plain),
    plain,
    brotli: readIfThere(`${file}.br`),
    gzip: readIfThere(`${file}.gz`),
  }
}

const etagOf = (content: Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

const readIfThere = (file: string): Buffer | null => (existsSync(file) ? readFileSync(file) : null)

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
