// What the server says of itself. A chunk of its own, because the parsing of answers is no part of the first download.
import type { Answer } from '@tengrand/contract/call.ts'
import { configCall } from '@tengrand/contract/config.ts'

import { call } from './client.ts'

export const fetchConfig = (signal: AbortSignal): Promise<Answer<typeof configCall>> =>
  call(configCall, {}, { signal })
