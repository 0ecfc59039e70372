// What the server says of itself. A chunk of its own, because the parsing of answers is no part of the first download.
import type { Answer } from '@tengrand/contract/call.ts'
import * as configCalls from '@tengrand/contract/config.ts'

import { call } from './client.ts'

export const fetchConfig = (signal: AbortSignal): Promise<Answer<typeof configCalls.config>> =>
  call(configCalls.config, {}, { signal })
