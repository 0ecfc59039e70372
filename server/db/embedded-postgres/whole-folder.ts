// Creates a folder atomically: it appears complete or not at all, also after a crash.
import { mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { isAlive } from './processes.ts'

/** The codes of a rename whose target exists; Windows has one of its own. */
const taken = ['ENOTEMPTY', 'EEXIST', ...(process.platform === 'win32' ? ['EPERM'] : [])]

const underway = new Set<string>()

/** Fills a temporary sibling and renames it. Where another process was faster, its folder stays. */
export async function makeWholeFolder(
  target: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  await removeAbandoned(target)
  const folder = await mkdtemp(`${target}.new-${process.pid}-`)
  underway.add(folder)
  try {
    await fill(folder)
    await unless(['ENOENT', 'ENOTEMPTY', 'EEXIST'], rmdir(target))
    await unless(taken, rename(folder, target))
    await syncFolder(dirname(target))
  } finally {
    await rm(folder, { recursive: true, force: true })
    underway.delete(folder)
  }
}

/** Removes the temporary folders of processes that have died. */
async function removeAbandoned(target: string): Promise<void> {
  const prefix = `${basename(target)}.new-`
  const names = (await readdir(dirname(target))).filter((name) => name.startsWith(prefix))
  await Promise.all(
    names.map(async (name) => {
      const folder = join(dirname(target), name)
      const maker = Number.parseInt(name.slice(prefix.length), 10)
      const isMine = maker === process.pid
      if (isMine ? underway.has(folder) : await isAlive(maker)) return
      // A killed app's initdb may still be writing there; then the next start removes the rest.
      await unless(['ENOTEMPTY', 'EBUSY', 'EPERM'], rm(folder, { recursive: true, force: true }))
    }),
  )
}

/** Makes a rename durable. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}

async function unless(codes: string[], work: Promise<void>): Promise<void> {
  await work.catch((error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  })
}
