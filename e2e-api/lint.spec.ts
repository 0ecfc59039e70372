// Redocly's linter on the description of a running product.
import { expect, test } from 'vitest'

import { readDescription, runNode, saveDescription, startProduct } from './product.ts'

const lint = (file: string) =>
  runNode('node_modules/@redocly/cli/bin/cli.js', ['lint', file, '--format=json'], {
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    CI: 'true',
  })

/** The violated rules of the linter's recommended set. */
function problemsIn(output: string): string[] {
  const start = output.indexOf('{\n')
  const report = JSON.parse(output.slice(start, output.lastIndexOf('\n}') + 2)) as {
    totals: { errors: number; warnings: number; ignored: number }
    problems: { ruleId: string; severity: string }[]
  }
  const { errors, warnings, ignored } = report.totals
  expect(errors + warnings).toBe(report.problems.length)
  expect(ignored).toBe(0)
  return report.problems.map(({ ruleId, severity }) => `${severity} ${ruleId}`)
}

test('the description breaks no recommended rule of Redocly, and a broken one does', async () => {
  const description = await readDescription(await startProduct())
  const { output } = await lint(await saveDescription(description))
  expect(problemsIn(output)).toEqual([])

  delete description.info.license
  const broken = await lint(await saveDescription(description))
  expect(problemsIn(broken.output)).toEqual(['warn info-license'])
})
