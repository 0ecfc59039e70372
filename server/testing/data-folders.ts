// Data folders for tests of the embedded database: empty ones, and copies of one database per test run.
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'

import { until } from '../db/embedded-postgres/until.ts'
import { processesWith, run, startApp, type AppOptions, type AppProcess } from './app-process.ts'
import { gibibyte, roomFor } from './memory.ts'

export interface DataFolders {
  /** The parent of all data folders; every user may enter it, unlike root's temporary folders. */
  root(): string
  empty(name: string): string
  /** A folder with a migrated database, which saves the seconds that creating one takes. */
  made(name: string): Promise<string>
  /** Starts an app on a data folder; it is killed at the end of the test. */
  app(dataDir: string, options?: AppOptions): AppProcess
}

export function useDataFolders(): DataFolders {
  let root = ''
  beforeAll(async () => {
    // Space for five test files at a time, with up to a dozen folders of 64 MB each.
    root = await mkdtemp(join(await roomFor(4 * gibibyte, '/tmp'), 'tengrand-test-'))
    await chmod(root, 0o755)
  })
  afterAll(async () => {
    // Waits until guards have stopped the servers of killed apps, because no server may write during the deletion.
    const isOver = async () => (await processesWith(`/postgres -D ${root}`)).length === 0
    await until(async () => (await isOver()) || undefined, 10_000)
    // Synchronous, because asynchronous deletion of more than a thousand files per folder takes four times the work.
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
