// Scrapes the metrics of a world over HTTP, and finds values in them.
import type { World } from '../../testing/world.ts'

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export async function scrape({ metricsAddress }: Pick<World, 'metricsAddress'>): Promise<string> {
  const answer = await fetch(metricsAddress ?? '')
  if (!answer.ok) throw new Error(`The metrics were answered with ${answer.status}.`)
  return answer.text()
}

export const samplesOf = (exposed: string): Sample[] =>
  exposed.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === '') return []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })

/** Null where there is none with exactly these labels. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | null {
  const found = samples.find(
    (sample) =>
      sample.name === name &&
      Object.keys(sample.labels).length === Object.keys(labels).length &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  return found?.value ?? null
}

/** Over all labels; null where there is none. */
export function sumOf(samples: readonly Sample[], name: string): number | null {
  const found = samples.filter((sample) => sample.name === name)
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
}
