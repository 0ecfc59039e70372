// How long a start takes: the first one on an empty folder, and a later one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startProduct } from './product.ts'

export default async function measure(say: (line: string) => void): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  for (const name of ['first start', 'second start', 'third start']) {
    const product = await startProduct(dataDir)
    say(`${name.padEnd(14)} ${product.startMs.toFixed(0).padStart(6)} ms`)
    await product.stop()
  }
  await rm(dataDir, { recursive: true })
}
