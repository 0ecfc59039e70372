// Raises the timeout of `vi.waitFor` and `vi.waitUntil` from one second to twenty, for a busy machine.
import { vi } from 'vitest'

const timeout = 20_000
const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options) => waitFor(callback, withTimeout(options))
vi.waitUntil = (callback, options) => waitUntil(callback, withTimeout(options))

type Options = Parameters<typeof waitFor>[1]

const withTimeout = (options: Options) =>
  typeof options === 'number' ? options : { timeout, ...options }
