// How the tools run another program: in this repository, on the project's own Node, with its output shown.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const binaries = join(root, 'node_modules', '.bin')

/** The Node that the `node` package brings; scripts of packages find the same one first on the PATH. */
export const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

export const env = {
  ...process.env,
  PATH: [binaries, process.env['PATH']].join(delimiter),
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 * @returns {Promise<number>} the exit code
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: options.shell ?? false,
      env: { ...env, ...options.env },
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
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
 * Tells of a signal, and of the death of the parent: npm hands signals to a shell, which dies of them without a word
 * to its own child.
 * @param {(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void} end
 */
export function onEnd(end) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => end(signal))
  }
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end('SIGTERM')
  }, 250)
}

/** @param {string} line */
export const say = (line) => void process.stdout.write(`${line}\n`)

/** Seconds since a moment, to one decimal. @param {number} from */
export const secondsSince = (from) => ((performance.now() - from) / 1000).toFixed(1)
