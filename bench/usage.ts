// What a process has taken so far of memory and of the processor, as Linux tells it.
import { readFileSync } from 'node:fs'

export interface Usage {
  readonly megabytes: number
  readonly cpuSeconds: number
}

export function usageOf(pid: number): Usage {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  const fields = statOf(pid)
  // Time of its own and of the system on its behalf, in hundredths of a second.
  const ticks = Number(fields[11]) + Number(fields[12])
  return { megabytes: Number(kilobytes) / 1024, cpuSeconds: ticks / 100 }
}

/** The fields after the name, which may hold spaces. */
function statOf(pid: number): string[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}
