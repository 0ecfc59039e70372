// Runs programs for the tools: in this repository, with the project's own Node, and with visible output.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const binaries = join(root, 'node_modules', '.bin')

const [system, program] =
  process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node']

/**
 * The Node that runs everything except the tools: it comes from an npm package and is first on the PATH of scripts.
 * There is no such package for macOS, which uses the system's Node.
 */
export const node =
  process.platform === 'darwin'
    ? process.execPath
    : join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', program)

/**
 * What to install if the system's Node must run everything but is unsuitable: 24.11 is the first long-term release of
 * 24 and the oldest tested one; other major versions are not tested.
 * @param {string} platform @param {string} version such as 'v24.21.0'
 * @returns {string | null} one sentence
 */
export function nodeProblem(platform, version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  if (platform !== 'darwin' || (major === 24 && minor >= 11)) return null
  return `On macOS this needs Node 24.11 or a newer 24 (it runs on ${version}): install Node 24 from https://nodejs.org.`
}

export const env = {
  ...process.env,
  PATH: [binaries, process.env['PATH']].join(delimiter),
}

/**
 * For the server. A compile cache saves a third of the start. A small young generation and a single arena of malloc halve
 * the memory of a busy server and save 15 MB of an idle one; the processor time of an order is the same.
 */
export const serverEnv = {
  NODE_COMPILE_CACHE:
    process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules/.cache/compiled'),
  NODE_OPTIONS: ['--max-semi-space-size=4', process.env['NODE_OPTIONS']].filter(Boolean).join(' '),
  MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? '1',
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let isEnding = false

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean, stdio?: import('node:child_process').StdioOptions }} [options]
 * @returns {Promise<number>} the exit code
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: options.stdio ?? 'inherit',
      shell: options.shell ?? false,
      env: { ...env, ...options.env },
    })
    running.add(child)
    child.on('error', (error) => {
      fail(`${command} cannot be run: ${error.message}`)
    })
    child.on('close', (code) => {
      running.delete(child)
      // While ending, the promise stays pending, so that no further step starts.
      if (!isEnding) resolve(code === null || code < 0 ? 1 : code)
      else endWith(code)
    })
  })
}

/** The first exit code other than 0 counts; a child killed by the signal has none. @param {number | null} code */
function endWith(code) {
  process.exitCode ||= code ?? 0
  if (running.size === 0) process.exit()
}

/**
 * Runs a program of a package: `script` is the path of its JavaScript below node_modules.
 * @param {string} script
 * @param {readonly string[]} [args]
 * @param {NodeJS.ProcessEnv} [extra]
 */
export const runPackage = (script, args = [], extra = {}) =>
  run(node, [join(root, 'node_modules', script), ...args], { env: extra })

/** Runs Vitest once. @param {readonly string[]} args @param {NodeJS.ProcessEnv} [extra] */
export const runVitest = (args, extra) =>
  runPackage('vitest/vitest.mjs', ['run', ...args], { NODE_ENV: 'test', ...extra })

/**
 * Ends this process and its children at a signal, and when the parent dies: npm passes signals to a shell, which dies
 * without passing them on. Called first, while the parent is still the original one.
 */
export function watchForEnd() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => end(signal))
  }
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end('SIGTERM')
  }, 250)
  watch.unref()
}

/**
 * Ends all children with the signal, and this process after the last one.
 * @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal
 */
export function end(signal) {
  isEnding = true
  for (const child of running) child.kill(signal)
  if (running.size === 0) process.exit()
}

/** Prints a failure. @param {string} sentence @returns {number} the exit code for it */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  return 1
}

/** @param {string} line */
export const say = (line) => void process.stdout.write(`${line}\n`)

/** Seconds since an instant, with one decimal. @param {number} from */
export const secondsSince = (from) => ((performance.now() - from) / 1000).toFixed(1)
