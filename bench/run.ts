// `npm run bench [name ...] [argument ...]`: runs the benches one after the other; they report and never fail a build.
import { readdir } from 'node:fs/promises'

const given = process.argv.slice(2)
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const wanted = names.filter((name) => given.length === 0 || given.includes(name))
const args = given.filter((arg) => !names.includes(arg))

for (const name of wanted) {
  process.stdout.write(`\n── ${name}\n`)
  const { default: measure } = (await import(`./${name}.bench.ts`)) as Bench
  await measure((line) => process.stdout.write(`${line}\n`), args)
}

interface Bench {
  readonly default: (say: (line: string) => void, args: readonly string[]) => Promise<void>
}
