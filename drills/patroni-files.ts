// Fills in the files of deploy/patroni for database machines that are on the loopback address of this one.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { freePort } from './nodes.ts'

export type MachineName = 'db1' | 'db2' | 'db3'

export const machineNames: readonly MachineName[] = ['db1', 'db2', 'db3']

/** The ports in the files, and the free ones in their place. */
const filePorts = [5432, 8008, 2379, 2380] as const
type Ports = Readonly<Record<(typeof filePorts)[number], number>>
export type AllPorts = Readonly<Record<MachineName, Ports>>

const shipped = join(import.meta.dirname, '../deploy/patroni')
export const secrets = {
  RESTAPI_PASSWORD: 'of-the-rest-api',
  REPLICATION_PASSWORD: 'of-replication',
  REWIND_PASSWORD: 'of-rewind',
}

export async function takePorts(): Promise<AllPorts> {
  const taken = machineNames.map(async (name) => {
    const entries = filePorts.map(async (port) => [port, await freePort()] as const)
    return [name, Object.fromEntries(await Promise.all(entries))] as const
  })
  return Object.fromEntries(await Promise.all(taken)) as unknown as AllPorts
}

/** A file of one machine: first the words that its README has an operator replace, then the ports and folders. */
export async function machineFile(
  file: string,
  { name, ports, home }: { name: MachineName; ports: AllPorts; home: string },
): Promise<string> {
  let text = await readFile(join(shipped, file), 'utf8')
  const words = { MACHINE: name, ADDRESS: `10.0.0.1${name.slice(2)}`, ...secrets }
  for (const [word, value] of Object.entries(words)) text = text.replaceAll(word, value)
  return withPorts(text, ports)
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll(/\/var\/(?:lib|run)\//g, `${home}/`)
}

/** The file of a node's machine, whose HAProxy listens on this port. */
export async function proxyFile(ports: AllPorts, port: number): Promise<string> {
  const text = await readFile(join(shipped, 'haproxy.cfg'), 'utf8')
  return withPorts(text, ports).replace('127.0.0.1:5000\n  #', `127.0.0.1:${port}\n  #`)
}

function withPorts(text: string, ports: AllPorts): string {
  const portOf = (machine: string, port: string): number => {
    const found = ports[`db${machine}` as MachineName][Number(port) as keyof Ports]
    if (found === undefined) throw new Error(`A file of deploy/patroni has a new port: ${port}.`)
    return found
  }
  return text
    .replaceAll(
      /10\.0\.0\.1([123]):5432 check port 8008/g,
      (_all, machine: string) =>
        `127.0.0.1:${portOf(machine, '5432')} check port ${portOf(machine, '8008')}`,
    )
    .replaceAll(
      /10\.0\.0\.1([123]):(\d+)/g,
      (_all, machine: string, port: string) => `127.0.0.1:${portOf(machine, port)}`,
    )
}
