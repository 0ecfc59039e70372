// Asks again where a failure may pass, a few times and then no more.
import { IdentityError } from './identity.ts'

const delaysMs = [500, 1500, 3000]
const passing = new Set(['network', 'unavailable', 'too_many_requests'])

export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof IdentityError && passing.has(error.code))) throw error
      await new Promise((done) => setTimeout(done, delayMs))
    }
  }
  return work()
}
