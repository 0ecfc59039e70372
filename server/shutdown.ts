// Ends the serving of requests without cutting off those who are being served.
import type { FastifyInstance } from 'fastify'

/** Takes nothing new and lets what is on the way finish; what is slower than the limit is cut off. */
export async function closeWithin(app: FastifyInstance, limitMs: number): Promise<void> {
  // A browser keeps its connection after the answer, and the server would wait for it.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const limit = setTimeout(() => app.server.closeAllConnections(), limitMs)
  await app.close()
  clearInterval(idle)
  clearTimeout(limit)
}
