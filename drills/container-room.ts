// A room for containers: a namespace of processes and one of mounts, where buildah and podman work on storage of their
// own. When it ends, however the drill ends, the kernel ends every process and every mount in it.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import { StartProblem } from '../server/errors.ts'
import { startProgram, waitFor } from './programs.ts'

const execute = promisify(execFile)
const outputBytesMax = 64 * 1024 * 1024

/** The programs, and the packages that have them. */
export const containerPrograms = {
  bash: 'bash',
  buildah: 'buildah',
  nsenter: 'util-linux',
  podman: 'podman',
  runc: 'runc',
  setpriv: 'util-linux',
  unshare: 'util-linux',
}

export interface Room {
  readonly folder: string
  /** Where the control groups of its containers are. */
  readonly cgroupParent: string
  /** Runs a program in the room and returns what it prints. */
  readonly run: (command: string, ...args: readonly string[]) => Promise<string>
}

interface RoomOptions {
  readonly folder: string
  readonly signal: AbortSignal
}

export async function openRoom(
  closing: AsyncDisposableStack,
  { folder, signal }: RoomOptions,
): Promise<Room> {
  deleteAfterwards(closing, folder)
  const env = await writeSettings(folder)
  const log = join(folder, 'room.log')
  // Bash as the first process, because it reaps the processes that lost their parent.
  const holder = await startProgram(closing, 'unshare', {
    args: ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--', 'bash', '-c', hold],
    logFile: log,
    endWith: 'SIGKILL',
  })
  const namespaces = [
    `--mount=/proc/${holder.pid}/ns/mnt`,
    `--pid=/proc/${holder.pid}/ns/pid_for_children`,
  ]
  const enter = async (command: readonly string[]): Promise<string> => {
    const { stdout } = await execute('nsenter', [...namespaces, '--', ...command], {
      env,
      signal,
      maxBuffer: outputBytesMax,
    })
    return stdout.trim()
  }
  await waitFor('the room', async () => {
    return (await enter(['cat', '/proc/1/comm'])) === 'bash'
  })
  const first = (await readFile(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8')).trim()
  closing.defer(async () => {
    process.kill(Number(first), 'SIGKILL')
    await holder.ended
  })
  const run = async (...command: readonly string[]): Promise<string> => {
    await appendFile(log, `${command.join(' ')}\n`)
    return enter(command).catch((error: unknown) => {
      signal.throwIfAborted()
      throw problemOf(command, error)
    })
  }
  return { folder, cgroupParent: cgroupParentOf(folder), run }
}

const hold = 'sleep infinity & wait'
const cgroupParentOf = (folder: string): string => `/${basename(folder)}`

/**
 * Deletes the folder and the control groups by a process that outlives this one: a second signal and `kill -9` leave no
 * time for it here.
 */
function deleteAfterwards(closing: AsyncDisposableStack, folder: string): void {
  const groups = `find /sys/fs/cgroup -depth -type d -path "*${cgroupParentOf(folder)}*" -exec rmdir {} +`
  const script = `cat; for try in 1 2 3 4 5; do rm -rf "${folder}" && ${groups} && break; sleep 1; done`
  // In a session of its own, since Ctrl-C goes to a whole group. The pipe ends with this process.
  const cleaner = spawn('sh', ['-c', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  closing.defer(async () => {
    cleaner.stdin.end()
    await once(cleaner, 'exit')
  })
}

/** Storage, locks and states are in the folder, so that containers of this machine are not touched. */
async function writeSettings(folder: string): Promise<NodeJS.ProcessEnv> {
  const inFolder = (name: string) => join(folder, name)
  await mkdir(inFolder('tmp'), { recursive: true })
  await mkdir(inFolder('cni'), { recursive: true })
  await writeFile(
    inFolder('containers.conf'),
    `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
runtime = "runc"
tmp_dir = "${inFolder('engine')}"
[network]
cni_config_dirs = ["${inFolder('cni')}"]
`,
  )
  await writeFile(
    inFolder('storage.conf'),
    `[storage]
driver = "overlay"
graphroot = "${inFolder('storage')}"
runroot = "${inFolder('run')}"
`,
  )
  return {
    ...process.env,
    BUILDAH_ISOLATION: 'chroot',
    CONTAINERS_CONF: inFolder('containers.conf'),
    CONTAINERS_STORAGE_CONF: inFolder('storage.conf'),
    // The drill asks for the health itself, where systemd would be needed to ask every few seconds.
    DISABLE_HC_SYSTEMD: 'true',
    TMPDIR: inFolder('tmp'),
  }
}

/** The end of what the program has printed says what is wrong. */
function problemOf([command = '', ...args]: readonly string[], error: unknown): Error {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
  const end = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n')
  return new StartProblem(`${command} ${args[0] ?? ''} failed:\n${end}`)
}
