// Where the metrics can be read: on a port of their own, and nowhere unless it is asked for.
import { host, port as portNumber, type Reader } from '../env.ts'
import { StartProblem } from '../errors.ts'

export interface MetricsConfig {
  readonly port: number
  readonly host: string
}

/** Null where METRICS_PORT is not set. Whoever can reach the port can read everything on it, so it is not the public one. */
export function readMetricsConfig(read: Reader, publicPort: number): MetricsConfig | null {
  const port = read('METRICS_PORT', null, portNumber, 'a whole number from 0 to 65535')
  const address = read('METRICS_HOST', '127.0.0.1', host, 'an address or a name to listen on')
  if (port === null) return null
  // 0 is any free port, and another one each time.
  if (port === publicPort && port !== 0) {
    throw new StartProblem('METRICS_PORT must be another port than PORT.')
  }
  return { port, host: address }
}
