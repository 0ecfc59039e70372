// The folder of test databases, in a memory file system if available.
import { statfs } from 'node:fs/promises'

export const gibibyte = 1024 ** 3

const memory = '/dev/shm'

/** Memory if enough is free. That is safe, because files survive killed processes there too. */
export async function roomFor(bytes: number, otherwise: string): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > bytes ? memory : otherwise
}
