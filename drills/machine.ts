// Machines of a drill: programs in a PID namespace of their own, so that one signal kills all of them at once.
import { readdir, readlink } from 'node:fs/promises'

import { startProgram, waitFor, type Program, type ProgramOptions } from './programs.ts'

export interface MachineOptions {
  /** Lines of a shell, such as 'etcd'. Each is started as the user, and again whenever it ends. */
  readonly programs: readonly string[]
  readonly user: string
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
}

export interface Machine {
  readonly start: () => Promise<void>
  /** As if the power went off: returns when none of its programs is left. */
  readonly kill: () => Promise<void>
  /** As if a virtual machine were paused: its programs do nothing, and their connections stay open. */
  readonly freeze: () => Promise<void>
  readonly thaw: () => Promise<void>
}

/**
 * The first process of the machine. The numbers of its processes begin elsewhere at every start, as on a real one: a file
 * with the number of a process of before must not name another one by chance. Shared memory goes with the machine.
 */
const boot = `
mount -t tmpfs tmpfs /dev/shm
echo "$FIRST_PID" > /proc/sys/kernel/ns_last_pid
keep() {
  while :; do
    setpriv --reuid="$OWNER" --regid="$OWNER" --init-groups -- "$@"
    sleep 1
  done
}
`

export function makeMachine(closing: AsyncDisposableStack, options: MachineOptions): Machine {
  const { programs, user, env, logFile } = options
  let running: { program: Program; namespace: string } | null = null
  let starts = 0

  async function start(): Promise<void> {
    starts += 1
    const script = [boot, ...programs.map((line) => `keep ${line} &`), 'wait'].join('\n')
    const program = await startProgram(closing, 'unshare', {
      args: [...unshared, 'sh', '-c', script],
      logFile,
      env: { PATH: systemPath, OWNER: user, FIRST_PID: String(1_000 * starts), ...env },
      endWith: 'SIGKILL',
    } satisfies ProgramOptions)
    const namespace = await waitFor('the namespace of a machine', async () => {
      const [inner, own] = await Promise.all([
        readlink(`/proc/${program.pid}/ns/pid_for_children`),
        readlink('/proc/self/ns/pid'),
      ])
      return inner !== own && inner
    })
    running = { program, namespace }
  }

  async function kill(): Promise<void> {
    if (running === null) return
    const { program, namespace } = running
    running = null
    program.kill('SIGKILL')
    await waitFor('the end of a machine', async () => (await processesIn(namespace)).length === 0)
  }

  async function signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    if (running === null) return
    // Twice, for processes that others have made meanwhile.
    for (let time = 0; time < 2; time += 1) {
      for (const pid of await processesIn(running.namespace)) sendTo(pid, name)
    }
  }

  return {
    start,
    kill,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin'

/** The kernel kills what is inside together with `unshare`. */
const unshared = ['--pid', '--ipc', '--fork', '--kill-child', '--mount-proc']

async function processesIn(namespace: string): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const inside = await Promise.all(
    names.map(async (name) => {
      const found = await readlink(`/proc/${name}/ns/pid`).catch(() => '')
      return found === namespace
    }),
  )
  return names.filter((_name, index) => inside[index]).map(Number)
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended.
  }
}
