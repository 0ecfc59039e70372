// Sorts the test files by project and environment. A worker is reused for the next file only if both are the same;
// otherwise a new worker loads everything again.
import { readFileSync } from 'node:fs'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Projects that wait longest first; the last ones should use every core until the end of the run. */
const projects = ['tools', 'server', 'web', 'core']

/** Without a remembered run, small files come last, and this waiting file would then run alone at the end. */
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
