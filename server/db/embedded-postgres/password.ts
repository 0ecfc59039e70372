// The password of the database on Windows, where it listens on the loopback and any local user could knock.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Made once and kept for this user alone. Elsewhere a private folder guards the socket and there is none. */
export async function keepPassword(dataDir: string): Promise<string | undefined> {
  if (process.platform !== 'win32') return undefined
  const file = passwordFile(dataDir)
  const made = randomBytes(24).toString('base64url')
  // The flag makes it one password when two starts meet; the later one reads the first one's.
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}
