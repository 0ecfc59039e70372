// Writes a file that appears under its name when it is whole and on the disk, and not before.
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

import { errorCode, StartProblem } from '../errors.ts'

export type WriteChunk = (chunk: Buffer) => Promise<void>

/** Returns how many bytes it has. It holds what people have entrusted to us: only its owner may read it. */
export async function writeWholeFile(
  file: string,
  fill: (write: WriteChunk) => Promise<void>,
): Promise<number> {
  await refuseExisting(file)
  const partial = `${file}.partial`
  const handle = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    throw problemOf(file, error)
  })
  try {
    await fill(writing(handle, file))
    await handle.sync()
    const { size } = await handle.stat()
    await handle.close()
    await refuseExisting(file)
    await rename(partial, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new StartProblem(`${file} is already there. Choose another name.`)
}

/** Waits for each chunk, so that no more than one is under way. */
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

/** A rename lasts through a power cut only when its folder is synced. Windows offers no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
