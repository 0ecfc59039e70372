// The folder of test databases, in memory where the system has such a file system.
import { statfs } from 'node:fs/promises'

export const gibibyte = 1024 ** 3

const memory = '/dev/shm'

/** In memory where that much of it is free: tests kill processes, and what those have written outlives them there too. */
export async function roomFor(bytes: number, otherwise: string): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > bytes ? memory : otherwise
}
