// Runs other programs for the tools: in this repository, on the project's own Node, with their output shown.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const binaries = join(root, 'node_modules', '.bin')

const [system, program] =
  process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node']

/**
 * The Node that runs everything but the tools: the package of this system has it, and scripts find the same one first on
 * the PATH. There is no such package for macOS, where the Node of the system takes its place.
 */
export const node =
  process.platform === 'darwin'
    ? process.execPath
    : join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', program)

/**
 * What to install where the Node of the system has to run everything and cannot: 24.11 is the first
 * long-term release of 24 and the oldest that was tried with success, and other major versions are not tested.
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
      // After an end the exit code is not reported, so that no further step is started.
      if (!isEnding) resolve(code === null || code < 0 ? 1 : code)
      else endWith(code)
    })
  })
}

/** The first exit code other than 0 counts; a child that died of the signal has none. @param {number | null} code */
function endWith(code) {
  process.exitCode ||= code ?? 0
  if (running.size === 0) process.exit()
}

/**
 * Runs a program of a package: `package` is where its JavaScript lies below node_modules.
 * @param {string} script
 * @param {readonly string[]} [args]
 * @param {NodeJS.ProcessEnv} [extra]
 */
export const runPackage = (script, args = [], extra = {}) =>
  run(node, [join(root, 'node_modules', script), ...args], { env: extra })

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
 * Waits until the children have closed everything.
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

/** Seconds since a moment, to one decimal. @param {number} from */
export const secondsSince = (from) => ((performance.now() - from) / 1000).toFixed(1)
