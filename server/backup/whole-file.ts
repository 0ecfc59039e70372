// Writes a file atomically: it appears under its name when it is complete and synced.
import { existsSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

import { syncFolder } from '../db/embedded-postgres/whole-folder.ts'
import { errorCode, StartProblem } from '../errors.ts'

export type WriteChunk = (chunk: Buffer) => Promise<void>

/** Returns the size in bytes. Only the owner may read the file, because it holds personal data. */
export async function writeWholeFile(
  file: string,
  fill: (write: WriteChunk) => Promise<void>,
): Promise<number> {
  refuseExisting(file)
  const partial = `${file}.partial`
  const handle = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    throw problemOf(file, error)
  })
  try {
    await fill(writing(handle, file))
    await handle.sync()
    const { size } = await handle.stat()
    await handle.close()
    refuseExisting(file)
    await rename(partial, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new StartProblem(`${file} is already there. Choose another name.`)
}

/** Writes one chunk at a time. */
const writing =
  (handle: FileHandle, file: string): WriteChunk =>
  async (chunk) => {
    try {
      for (let from = 0; from < chunk.length;) {
        from += (await handle.write(chunk, from)).bytesWritten
      }
    } catch (error) {
      throw problemOf(file, error)
    }
  }

function problemOf(file: string, cause: unknown): StartProblem {
  const code = errorCode(cause)
  return new StartProblem(
    code === 'EEXIST'
      ? `${file}.partial is there: another backup is writing it, or one was interrupted. Remove it, or choose another name.`
      : `${file} cannot be written (${code}).`,
    { cause },
  )
}
