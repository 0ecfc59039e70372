// `npm run bench [name ...]`: runs the measurements one after the other; it reports and never gates.
import { readdir } from 'node:fs/promises'

const wanted = process.argv.slice(2)
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))

for (const name of names) {
  process.stdout.write(`\n── ${name}\n`)
  const { default: measure } = (await import(`./${name}.bench.ts`)) as Bench
  await measure((line) => process.stdout.write(`${line}\n`))
}

interface Bench {
  readonly default: (say: (line: string) => void) => Promise<void>
}
