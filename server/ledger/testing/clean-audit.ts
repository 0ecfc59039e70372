// Runs the audit in a test and expects no difference.
import { expect } from 'vitest'

import type { Db } from '../../db/handle.ts'
import { auditPortfolios, type Audited } from '../audit.ts'

export async function expectCleanAudit(db: Db): Promise<Audited> {
  const found: unknown[] = []
  const onDifference = (difference: unknown) => void found.push(difference)
  const audited = await auditPortfolios({ db, onProgress: () => undefined, onDifference })
  expect(found).toEqual([])
  return audited
}
