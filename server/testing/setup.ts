// Setup of every test file. It is imported, so that it runs once for all files of a worker.
import { afterEach } from 'vitest'

import '../../tools/patient-waits.ts'
import { takeUndeclared } from './declared-refusals.ts'

afterEach(() => {
  const undeclared = takeUndeclared()
  if (undeclared.length > 0) throw new Error(undeclared.join('\n'))
})
