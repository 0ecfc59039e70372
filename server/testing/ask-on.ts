// A client that sends sequential requests over a keep-alive connection, without retries.
import { Agent, get } from 'node:http'

import { errorCode } from '../errors.ts'

/** Sends requests until one fails; returns the error code. */
export async function askOnAndOn(url: string, onAnswer: () => void): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asked = get(url, { agent }, (answer) => {
        answer.resume().once('end', resolve).once('error', reject)
      })
      asked.once('error', reject)
    })
  try {
    for (;;) {
      // The requests must be sequential.
      // oxlint-disable-next-line no-await-in-loop
      await ask()
      onAnswer()
    }
  } catch (error) {
    return errorCode(error) || String(error)
  } finally {
    agent.destroy()
  }
}
