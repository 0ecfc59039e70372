// Which files import each other, directly or by way of others.
// @vitest-environment node
import { expect, test } from 'vitest'

import { circleIn } from './one-way.ts'

test.each([
  { imports: { page: ['shared', 'react'], shared: ['react'], react: [] }, circle: null },
  { imports: { page: ['page'] }, circle: ['page'] },
  { imports: { page: ['shared'], shared: ['page'] }, circle: ['page', 'shared'] },
  {
    imports: { entry: ['a'], a: ['b', 'react'], b: ['react', 'c'], c: ['a'], react: [] },
    circle: ['a', 'b', 'c'],
  },
])('$imports has the circle $circle', ({ imports, circle }) => {
  expect(circleIn(new Map(Object.entries(imports)))).toEqual(circle)
})
