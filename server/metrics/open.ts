// Opens the metrics: none, or an HTTP listener on a separate port for Prometheus.
import { createServer, type Server } from 'node:http'

import { errorCode, StartProblem } from '../errors.ts'
import type { MetricsConfig } from './config.ts'
import { noMetrics, type Metrics } from './metrics.ts'
import type { PrometheusMetrics } from './prometheus.ts'

export interface OpenedMetrics {
  readonly metrics: Metrics
  /** Null where they are off. */
  readonly address: string | null
  readonly close: () => Promise<void>
}

const off: OpenedMetrics = { metrics: noMetrics, address: null, close: async () => undefined }

export async function openMetrics(config: MetricsConfig | null): Promise<OpenedMetrics> {
  if (config === null) return off
  // Loads prom-client only where metrics are on.
  const { createPrometheusMetrics } = await import('./prometheus.ts')
  const prometheus = createPrometheusMetrics()
  const server = serve(prometheus)
  const port = await listen(server, config)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return {
    metrics: prometheus.metrics,
    address: `http://${host}:${port}/metrics`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const connectionsMax = 16

/** Serves GET /metrics only. */
function serve({ text, contentType }: PrometheusMetrics): Server {
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    const isKnown = request.url?.split('?', 1)[0] === '/metrics'
    if (!isKnown || request.method !== 'GET') {
      response.writeHead(isKnown ? 405 : 404, { allow: 'GET', connection: 'close' }).end()
      return
    }
    text().then(
      (body) => response.writeHead(200, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = connectionsMax
  return server
}

async function listen(server: Server, { port, host }: MetricsConfig): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(problemOf(error, port, host) ?? error))
    server.listen({ port, host }, resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function problemOf(error: unknown, port: number, host: string): StartProblem | null {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return new StartProblem(
      `Port ${port} is already in use. Stop the other program or set METRICS_PORT to a free port.`,
    )
  }
  if (code === 'EACCES')
    return new StartProblem(`METRICS_PORT ${port} may not be used by this user.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartProblem(`METRICS_HOST ${host} is not an address of this machine.`)
  }
  return null
}
