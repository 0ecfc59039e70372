// The sentences for failures that the server has not explained, on the screens before and behind the sign-in.
import { unavailable } from '@tengrand/contract/failure-sentences.ts'

export const failureSentences = {
  network: 'The server cannot be reached. Please check your connection and try again.',
  unavailable,
}
