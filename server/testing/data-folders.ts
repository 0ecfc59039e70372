// Data folders for tests of the embedded database: empty ones, and copies of one database per test run.
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'

import { until } from '../db/embedded-postgres/until.ts'
import { processesWith, run, startApp, type AppOptions, type AppProcess } from './app-process.ts'
import { gibibyte, roomFor } from './memory.ts'

export interface DataFolders {
  /** The folder around all of them, open to every user as root's temporary folders are not. */
  root(): string
  empty(name: string): string
  /** Holds a migrated database already, which saves the test the seconds of making one. */
  made(name: string): Promise<string>
  /** An app on such a folder, dead at the end of the test. */
  app(dataDir: string, options?: AppOptions): AppProcess
}

export function useDataFolders(): DataFolders {
  let root = ''
  beforeAll(async () => {
    // Five files at a time, with up to a dozen folders of 64 MB each.
    root = await mkdtemp(join(await roomFor(4 * gibibyte, '/tmp'), 'tengrand-test-'))
    await chmod(root, 0o755)
  })
  afterAll(async () => {
    // The guards of killed apps stop the servers, which must not write any more when the folders go.
    const isOver = async () => (await processesWith(`/postgres -D ${root}`)).length === 0
    await until(async () => (await isOver()) || undefined, 10_000)
    // At once: a folder has more than a thousand files, and to wait for each takes four times the work.
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    root: () => root,
    empty: (name) => join(root, name),
    made: async (name) => {
      const dataDir = join(root, name)
      await mkdir(dataDir, { recursive: true })
      await run('cp', ['-Rp', `${inject('preparedData')}/.`, dataDir])
      return dataDir
    },
    app: (dataDir, options) => {
      const app = startApp(dataDir, options)
      onTestFinished(async () => {
        app.kill('SIGKILL')
        await app.ended
      })
      return app
    },
  }
}
