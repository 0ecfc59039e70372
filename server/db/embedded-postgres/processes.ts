// Inspects processes of the operating system that may not be children of this one.
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

import { errorCode } from '../../errors.ts'

const run = promisify(execFile)

/** False for a zombie, such as in a container without an init. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  return !/^\d+ \(.*\) [XZ]/s.test(line)
}

/** Whether the process is the postmaster of this data folder: pids are reused. On Windows any postmaster counts. */
export async function isPostmaster(pid: number, pgdata: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  if (process.platform === 'win32') {
    const list = await output('tasklist', ['/FI', `PID eq ${pid}`, '/NH', '/FO', 'CSV'])
    return list.toLowerCase().includes('"postgres.exe"')
  }
  const served = await servedFolder(pid)
  return served !== undefined && isSameFolder(served, pgdata)
}

/** Compares inodes, because a folder can have several paths. A folder that cannot be read counts as the same. */
export async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => {})))
  return !first || !second || (first.dev === second.dev && first.ino === second.ino)
}

/** The folder in the command line of a postmaster that launch.ts has started; undefined for any other process. */
async function servedFolder(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const [program = '', flag, folder] = line.split('\0')
    return basename(program) === 'postgres' && flag === '-D' ? folder : undefined
  }
  const line = await output('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return /\/postgres -D (.+?) -c /.exec(line)?.[1]
}

async function output(command: string, args: string[]): Promise<string> {
  return run(command, args).then(
    ({ stdout }) => stdout,
    () => '',
  )
}
