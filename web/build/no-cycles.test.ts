// Tests the detection of import cycles, direct and indirect.
// @vitest-environment node
import { expect, test } from 'vitest'

import { cycleIn } from './no-cycles.ts'

test.each([
  { imports: { page: ['shared', 'react'], shared: ['react'], react: [] }, cycle: null },
  { imports: { page: ['page'] }, cycle: ['page'] },
  { imports: { page: ['shared'], shared: ['page'] }, cycle: ['page', 'shared'] },
  {
    imports: { entry: ['a'], a: ['b', 'react'], b: ['react', 'c'], c: ['a'], react: [] },
    cycle: ['a', 'b', 'c'],
  },
])('the graph $imports has the cycle $cycle', ({ imports, cycle }) => {
  expect(cycleIn(new Map(Object.entries(imports)))).toEqual(cycle)
})
