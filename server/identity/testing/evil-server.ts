// The server of an attacker, which publishes keys and counts the requests for them: there must be none.
import { createServer } from 'node:http'

import { listenOnLoopback } from '../../testing/loopback.ts'
import type { AtEnd } from '../../testing/world.ts'
import type { Signer } from './signer.ts'

export interface EvilServer {
  readonly url: string
  readonly hits: () => number
}

/** Publishes the attacker's public key. Closed when the test ends. */
export async function startEvilServer({ jwk }: Signer, atEnd: AtEnd): Promise<EvilServer> {
  let hits = 0
  const server = createServer((_request, response) => {
    hits += 1
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  const port = await listenOnLoopback(server, atEnd)
  return { url: `http://127.0.0.1:${port}`, hits: () => hits }
}
