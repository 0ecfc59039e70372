// Creates a folder that is removed after the test.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import type { AtEnd } from './world.ts'

export async function tempFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tengrand-temp-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}
