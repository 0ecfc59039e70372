// What every file of tests begins with. A worker runs many files with the same modules, so that nothing may be left over.
import '../jitless.ts'

import { configure } from '@testing-library/react'

import { forgetWarnings } from '../log.ts'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 })
forgetWarnings()
