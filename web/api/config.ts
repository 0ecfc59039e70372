// Fetches the server's configuration. A chunk of its own, because zod is no part of the first download.
import type { Answer } from '@tengrand/contract/call.ts'
import * as configCalls from '@tengrand/contract/config.ts'

import { call } from './client.ts'

export const fetchConfig = (signal: AbortSignal): Promise<Answer<typeof configCalls.config>> =>
  call(configCalls.config, {}, { signal })
