// Creates the password of the database on Windows, where any local user can connect to the loopback.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Created once, readable for this user only. Undefined elsewhere, where a private folder protects the socket. */
export async function ensurePassword(dataDir: string): Promise<string | undefined> {
  if (process.platform !== 'win32') return undefined
  const file = passwordFile(dataDir)
  const made = randomBytes(24).toString('base64url')
  // `wx` leaves one password of two concurrent starts; the second one reads it.
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}
