// Reads memory and processor time of a process from /proc.
import { readdirSync, readFileSync } from 'node:fs'

export interface Usage {
  readonly megabytes: number
  readonly cpuSeconds: number
}

export function usageOf(pid: number): Usage {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { megabytes: Number(kilobytes) / 1024, cpuSeconds: timesOf(pid).own }
}

/** Processor time of a process, its running children and its ended children. */
export function familyCpuSeconds(pid: number): number {
  const { own, ended } = timesOf(pid)
  return childrenOf(pid).reduce((sum, child) => sum + child, own + ended)
}

/** Processor time of this process's ended children. */
export const endedChildrenCpuSeconds = (): number => timesOf(process.pid).ended

export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** User plus system time, in hundredths of a second. */
function timesOf(pid: number): { own: number; ended: number } {
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid)
    .slice(11, 15)
    .map(Number)
  return { own: (user + system) / 100, ended: (endedUser + endedSystem) / 100 }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return parentOf(Number(name)) === parent ? [timesOf(Number(name)).own] : []
      } catch {
        // The process ended after the folder was listed.
        return []
      }
    })
}

/** The fields after the process name, which may contain spaces. */
function statOf(pid: number): string[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}
