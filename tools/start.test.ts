// What `npm start` promises about its own end: nothing stays behind, however it is ended.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

const limit = { timeout: 120_000 }

test('Ctrl-C ends everything', limit, async () => {
  const { child, address, dataDir } = await start()
  expect((await fetch(address)).status).toBe(200)
  // A terminal sends the signal to the whole group.
  process.kill(-(child.pid ?? 0), 'SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  await expectNothingLeft(child, address, dataDir)
})

test('a killed start takes the server with it', limit, async () => {
  const { child, address, dataDir } = await start()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expectNothingLeft(child, address, dataDir)
})

test('ending npm ends everything', limit, async () => {
  // As npm runs a script: through a shell that does not pass signals on.
  const { child, address, dataDir } = await start('sh', ['-c', `"$0" "$1"; true`])
  child.kill('SIGTERM')
  await once(child, 'exit')
  await expectNothingLeft(child, address, dataDir)
})

async function start(command = 'env', args: readonly string[] = []) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const script = [process.execPath, join(import.meta.dirname, 'start.mjs')]
  const child = spawn(command, [...args, ...script], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  return { child, address: await addressOf(child), dataDir }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    const address = /^Tengrand is ready at (\S+)$/m.exec(output)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`npm start ended early: ${output}`)
}

async function expectNothingLeft(child: ChildProcess, address: string, dataDir: string) {
  const patience = { timeout: 15_000 }
  await expect.poll(() => isRunning(-(child.pid ?? 0)), patience).toBe(false)
  await expect
    .poll(() => existsSync(join(dataDir, 'postgres/postmaster.pid')), patience)
    .toBe(false)
  await expect(fetch(address)).rejects.toThrow('fetch failed')
}

function isRunning(processGroup: number): boolean {
  try {
    return process.kill(processGroup, 0)
  } catch {
    return false
  }
}
