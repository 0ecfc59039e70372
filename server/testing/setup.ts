// What every file of tests begins with. Imported, so that it happens once for all files of a worker.
import { afterEach } from 'vitest'

import '../../tools/patient-waits.ts'
import { takeUndeclared } from './declared-refusals.ts'

afterEach(() => {
  const undeclared = takeUndeclared()
  if (undeclared.length > 0) throw new Error(undeclared.join('\n'))
})
