// Reads the address of the metrics listener from the environment: METRICS_PORT and METRICS_HOST.
import { host as hostName, port as portNumber, type Reader } from '../env.ts'
import { StartProblem } from '../errors.ts'

export interface MetricsConfig {
  readonly port: number
  readonly host: string
}

/** Null without METRICS_PORT. Not the public port, because every client of it can read the metrics. */
export function readMetricsConfig(read: Reader, publicPort: number): MetricsConfig | null {
  const port = read('METRICS_PORT', null, portNumber, 'a whole number from 0 to 65535')
  const host = read('METRICS_HOST', '127.0.0.1', hostName, 'an address or a name to listen on')
  if (port === null) return null
  // Port 0 is any free port.
  if (port === publicPort && port !== 0) {
    throw new StartProblem('METRICS_PORT must be another port than PORT.')
  }
  return { port, host }
}
