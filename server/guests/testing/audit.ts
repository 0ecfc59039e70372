// The audit of the whole database, as `npm run audit` prints it.
import { report } from '../../audit.ts'
import type { Db } from '../../db/handle.ts'

/** The lines about differences. */
export async function auditOf(db: Db): Promise<string[]> {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  await report({ db, fix: false, say, showProgress: () => undefined })
  return lines.slice(0, -1)
}
