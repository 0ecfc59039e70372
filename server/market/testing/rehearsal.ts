// Creates a provider on the replay server, with the server's clock, fixed random numbers and no real waiting.
import { onTestFinished } from 'vitest'

import type { AtEnd } from '../../testing/world.ts'
import { alpaca, type AlpacaOptions } from '../providers/alpaca.ts'
import type { Fetched, Failure, Provider, ProviderContext } from '../providers/provider.ts'
import { yahoo, type YahooOptions } from '../providers/yahoo.ts'
import { replayKeys, startReplay, type Replay } from './replay-server.ts'
import type { TapeOptions } from './tape.ts'

export interface Rehearsal {
  readonly replay: Replay
  readonly context: ProviderContext
  /** The waits that the provider requested, in milliseconds; each moves the clock instead. */
  readonly waits: number[]
  readonly logged: string[]
  readonly alpaca: (options?: Partial<AlpacaOptions>) => Provider
  readonly yahoo: (options?: Partial<YahooOptions>) => Provider
}

interface RehearsalOptions extends TapeOptions {
  readonly atEnd?: AtEnd
}

export async function startRehearsal(options: RehearsalOptions = {}): Promise<Rehearsal> {
  const { atEnd = onTestFinished, ...tape } = options
  const replay = await startReplay(tape)
  atEnd(() => replay.close())
  const waits: number[] = []
  const logged: string[] = []
  const write = (fields: object, message: string): void =>
    void logged.push(JSON.stringify({ ...fields, message }))
  const context: ProviderContext = {
    baseUrl: replay.url,
    now: () => replay.now,
    random: () => 0.5,
    log: { warn: write, error: write },
    wait: async (ms) => {
      waits.push(ms)
      replay.now += ms
    },
  }
  return {
    replay,
    context,
    waits,
    logged,
    alpaca: (changes) => alpaca({ ...context, ...replayKeys, ...changes }),
    yahoo: (changes) => yahoo({ ...context, userAgent: 'Mozilla/5.0 (Rehearsal)', ...changes }),
  }
}

export async function failureOf(asked: Promise<Fetched<unknown>>): Promise<Failure | null> {
  const answer = await asked
  return answer.ok ? null : answer.failure
}
