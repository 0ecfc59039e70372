// The thread on which random traders are played.
import { parentPort } from 'node:worker_threads'

import { luckOf, type LuckFacts } from '@tengrand/core/luck.ts'

parentPort?.on('message', (facts: LuckFacts) => parentPort?.postMessage(luckOf(facts), []))
