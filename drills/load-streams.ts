// Open streams of prices, in processes of their own, so that they do not delay the calls that are measured.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import type { Measured, Opened } from '../bench/streams.bench.ts'

export interface LoadStreams {
  readonly open: number
  /** What comes within these seconds, for each address. */
  readonly measure: (seconds: number) => Promise<readonly Measured[]>
}

/** Opens this many streams at each address. */
export async function openLoadStreams(
  closing: AsyncDisposableStack,
  addresses: readonly string[],
  each: number,
): Promise<LoadStreams> {
  const readers = addresses.map((address) => startReader(closing, address, each))
  const opened = await Promise.all(readers.map((reader) => nextMessage<Opened>(reader)))
  const refused = opened.flatMap((one) => one.refused)
  if (refused.length > 0) throw new Error(`Streams were refused: ${refused.join(', ')}`)
  return {
    open: opened.reduce((sum, { open }) => sum + open, 0),
    measure: (seconds) =>
      Promise.all(
        readers.map((reader) => {
          const measured = nextMessage<Measured>(reader)
          reader.send(seconds)
          return measured
        }),
      ),
  }
}

function startReader(closing: AsyncDisposableStack, address: string, count: number): ChildProcess {
  const file = new URL(import.meta.resolve('../bench/stream-readers.ts'))
  const reader = fork(file, [address, String(count)])
  // It ends when it loses this process, however that happens.
  closing.defer(() => {
    if (reader.connected) reader.disconnect()
  })
  return reader
}

async function nextMessage<T>(reader: ChildProcess): Promise<T> {
  const ended = once(reader, 'exit').then(() => {
    throw new Error('A reader of streams ended.')
  })
  const [message] = await Promise.race([once(reader, 'message'), ended])
  return message as T
}
