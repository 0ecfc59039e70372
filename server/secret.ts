// Reads the secret of the installation: the configured one, or one that is generated once and stored in the data folder.
import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyBaseLogger } from 'fastify'

import { errorCode, StartProblem } from './errors.ts'

/** Derives a key per purpose; a key reveals nothing about the others or the secret. */
export type KeyFor = (purpose: string) => KeyObject

interface SecretDeps {
  /** The configured secret; null to generate one. */
  readonly chosen: string | null
  readonly dataDir: string
  readonly log: FastifyBaseLogger
}

export async function openSecret({ chosen, dataDir, log }: SecretDeps): Promise<KeyFor> {
  return keysOf(chosen ?? (await storedSecret(dataDir, log)))
}

/** For commands: the server's secret, or null where there is none yet. */
export async function findSecret({
  chosen,
  dataDir,
}: Omit<SecretDeps, 'log'>): Promise<KeyFor | null> {
  const secret = chosen ?? (await read(fileIn(dataDir)))
  return secret === null ? null : keysOf(secret)
}

const keysOf =
  (secret: string): KeyFor =>
  (purpose) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `tengrand ${purpose}`, 32)))

const fileIn = (dataDir: string): string => join(dataDir, 'identity-secret')

async function storedSecret(dataDir: string, log: FastifyBaseLogger): Promise<string> {
  const file = fileIn(dataDir)
  try {
    const stored = await read(file)
    if (stored !== null && isSecret(stored)) return stored
    if (stored !== null) {
      log.warn({ file }, 'the file holds no secret: another is made, and everybody has to sign in')
      await rm(file)
    }
    await make(dataDir, file)
    const made = await read(file)
    if (made !== null && isSecret(made)) return made
  } catch (error) {
    throw problemOf(file, errorCode(error), error)
  }
  throw problemOf(file, 'it changes')
}

const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)

async function read(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** A link is atomic, and only one of two concurrent starts can create it; the other reads it. */
async function make(dataDir: string, file: string): Promise<void> {
  const draft = `${file}-${randomBytes(8).toString('hex')}`
  try {
    // An existing folder keeps its mode.
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
    })
    await link(draft, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

const problemOf = (file: string, reason: unknown, cause?: unknown): StartProblem =>
  new StartProblem(
    `The file ${file} cannot be read and written (${String(reason)}). Mend DATA_DIR, or set IDENTITY_SECRET.`,
    { cause },
  )
