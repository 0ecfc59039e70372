// Ends `npm start` in every way and at every stage and checks that no process is left; also starts it as on macOS.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { gibibyte, roomFor } from '../server/testing/memory.ts'
import { node, nodeProblem, root as checkout } from './step.mjs'

const limit = { timeout: 120_000 }
const patience = { timeout: 15_000 }

type Command = readonly [string, ...string[]]

const directly: Command = ['env']
/** Runs the command through a shell that does not pass on signals, like npm. */
const asNpmDoes: Command = ['sh', '-c', '"$0" "$1"; true']

test('Ctrl-C ends everything', limit, async () => {
  const { child, address } = await start()
  expect((await fetch(address)).status).toBe(200)
  // A terminal sends the signal to the whole process group.
  process.kill(-(child.pid ?? 0), 'SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  await expectNothingLeft(child, address)
})

test('a killed start takes the server with it', limit, async () => {
  const { child, address } = await start()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expectNothingLeft(child, address)
})

test('ending npm ends everything', limit, async () => {
  const { child, address } = await start(asNpmDoes)
  child.kill('SIGTERM')
  await once(child, 'exit')
  await expectNothingLeft(child, address)
})

test.each<['npm' | 'vite', string, Command]>([
  ['npm', 'ending npm', asNpmDoes],
  ['npm', 'a signal', directly],
  ['vite', 'ending npm', asNpmDoes],
  ['vite', 'a signal', directly],
])('an end while %s is at work, by %s, lets nothing follow', limit, async (slow, _end, by) => {
  const root = await standIn(slow)
  const child = run(by, root, { PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter) })
  await said(child, new RegExp(`^(${slow}) is busy$`, 'm'))
  child.kill('SIGTERM')
  await once(child, 'exit')
  await expect.poll(() => isRunning(child), patience).toBe(false)
  expect(existsSync(join(root, 'served'))).toBe(false)
})

test('an API on another origin is refused in one sentence', limit, async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
    env: { PATH: process.env['PATH'], VITE_API_BASE: 'https://api.example.com' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [[code], complaint] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect(code).toBe(1)
  expect(complaint).toMatch(/^VITE_API_BASE must be a path on the same origin, .+\.\n$/)
})

test.each([
  ['v24.11.0', true],
  ['v24.21.0', true],
  ['v24.10.0', false],
  ['v20.20.2', false],
  ['v25.2.0', false],
])('on macOS Node %s is good enough: %s', (version, isGood) => {
  expect(nodeProblem('darwin', version) === null).toBe(isGood)
  expect(nodeProblem('linux', version)).toBeNull()
})

test('the service of systemd starts the Node of the packages', () => {
  const unit = readFileSync(join(checkout, 'deploy/tengrand.service'), 'utf8')
  const [, program = ''] = /^ExecStart=\/opt\/tengrand\/(\S+) server\/main\.ts$/m.exec(unit) ?? []
  const { stdout } = spawnSync(join(checkout, program), ['--version'], { encoding: 'utf8' })
  expect(stdout.trim()).toBe(process.version)
})

test('on macOS another Node is refused in one sentence, before anything is installed', async () => {
  const root = await standIn('npm')
  const child = run(directly, root, await onMac(root, 'v22.18.0'), 'pipe')
  const [[code], output, complaint] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout ?? Readable.from([])),
    text(child.stderr ?? Readable.from([])),
  ])
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(complaint).toBe(
    'On macOS this needs Node 24.11 or a newer 24 (it runs on v22.18.0): install Node 24 from https://nodejs.org.\n',
  )
})

test('on macOS the Node of the system installs, builds and serves', async () => {
  const root = await standIn(null)
  const child = run(directly, root, await onMac(root, 'v24.11.0'))
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(readFileSync(join(root, 'served'), 'utf8')).toBe(`darwin ${process.execPath}`)
})

/** Shared by all starts: the first one creates the database. */
let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(await roomFor(gibibyte, tmpdir()), 'tengrand-start-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function start(by: Command = directly) {
  const child = run(by, join(import.meta.dirname, '..'), {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: '0',
    DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled'),
  })
  return { child, address: await said(child, /^Tengrand is ready at (\S+)$/m) }
}

function run(
  by: Command,
  root: string,
  env: NodeJS.ProcessEnv,
  stderr: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  const [command, ...args] = [...by, process.execPath, join(root, 'tools/start.mjs')]
  return spawn(command, args, { env, stdio: ['ignore', 'pipe', stderr], detached: true })
}

/** An environment in which every Node process reports macOS and the given version. */
async function onMac(root: string, version: string): Promise<NodeJS.ProcessEnv> {
  const script = join(root, 'mac.mjs')
  const values = `{ platform: { value: 'darwin' }, version: { value: '${version}' } }`
  await writeFile(script, `Object.defineProperties(process, ${values})`)
  return {
    PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter),
    NODE_OPTIONS: `--import=${script}`,
  }
}

/** A stand-in repository whose server writes a file. The `slow` program, if any, runs until a signal ends it. */
async function standIn(slow: 'npm' | 'vite' | null): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tengrand-stand-in-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  // It ends with exit code 0, which is the worst case, because the next step could then follow.
  const busy = (name: string) =>
    name === slow
      ? `process.on('SIGTERM', () => process.exit()); setTimeout(() => {}, 60_000); console.log('${name} is busy')`
      : ''
  const files = {
    'package-lock.json': '{}',
    ...(slow === 'vite' ? { 'node_modules/.package-lock.json': '{}' } : {}),
    'bin/npm': `#!${process.execPath}\n${busy('npm')}`,
    'node_modules/vite/bin/vite.js': busy('vite'),
    'server/main.ts': `import { writeFileSync } from 'node:fs'; writeFileSync('served', process.platform + ' ' + process.execPath)`,
    'core/money.ts': '',
    'contract/api.ts': '',
    'web/dist/index.html': '',
  }
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), content, { mode: 0o755 })
  }
  if (node.startsWith(checkout)) {
    const program = join(root, relative(checkout, node))
    await mkdir(dirname(program), { recursive: true })
    await symlink(process.execPath, program)
  }
  await cp(import.meta.dirname, join(root, 'tools'), { recursive: true })
  return root
}

async function said(child: ChildProcess, wanted: RegExp): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    const found = wanted.exec(output)?.[1]
    if (found !== undefined) return found
  }
  throw new Error(`npm start ended early: ${output}`)
}

async function expectNothingLeft(child: ChildProcess, address: string) {
  await expect.poll(() => isRunning(child), patience).toBe(false)
  await expect
    .poll(() => existsSync(join(dataDir, 'postgres/postmaster.pid')), patience)
    .toBe(false)
  await expect(fetch(address)).rejects.toThrow('fetch failed')
}

/** Whether any process of the child's process group is running. */
function isRunning({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}
