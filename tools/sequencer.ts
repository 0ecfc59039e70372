// Sorts the test files by project and environment. A worker goes on with the next file only if both are the same; otherwise
// another worker has to load everything again.
import { readFileSync } from 'node:fs'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest waits first; what ends the run should keep every processor busy to its end. */
const projects = ['tools', 'server', 'web', 'core']

/** Small files come last where no run is remembered, and this one would wait at the end with nothing beside it. */
const waitsLong = /provider-distance/

export default class ByKind extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- It is not that of an array.
    const usual = await super.sort(files)
    const first = usual.filter(({ moduleId }) => waitsLong.test(moduleId))
    const kinds = Map.groupBy(new Set([...first, ...usual]), kindOf)
    return [...kinds.keys()].toSorted().flatMap((kind) => kinds.get(kind) ?? [])
  }
}

function kindOf({ project, moduleId }: TestSpecification): string {
  const [, environment = 'usual'] =
    /@vitest-environment (\w+)/.exec(readFileSync(moduleId, 'utf8')) ?? []
  return `${projects.indexOf(project.name)} ${environment}`
}
