// What is said where no word of the server has come: to whoever signs in, and to whoever is in.
import { unavailable } from '@tengrand/contract/trouble.ts'

export const trouble = {
  network: 'The server cannot be reached. Please check your connection and try again.',
  unavailable,
}
