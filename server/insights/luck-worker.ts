// The worker thread that plays random traders.
import { parentPort } from 'node:worker_threads'

import { playTraders } from '@tengrand/core/luck.ts'

import type { LuckSlice } from './luck-thread.ts'

parentPort?.on('message', ({ facts, range }: LuckSlice) =>
  parentPort?.postMessage(playTraders(facts, range), []),
)
