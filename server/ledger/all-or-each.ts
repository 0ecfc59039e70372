// Does the work of a job for many portfolios at once, and after a failure for each alone.
import { DatabaseUnreachable } from '../db/failures.ts'

type Work = (ids: readonly number[]) => Promise<void>

/**
 * A portfolio that cannot be locked or written must not hold up the others. Throws only if the database is unreachable.
 */
export async function allOrEach(
  ids: readonly number[],
  work: Work,
  onFailure: (err: unknown, portfolioId: number) => void,
  isEnough: () => boolean,
): Promise<void> {
  try {
    return await work(ids)
  } catch (err) {
    if (err instanceof DatabaseUnreachable) throw err
    const [first, ...others] = ids
    if (first !== undefined && others.length === 0) return onFailure(err, first)
  }
  for (const id of ids) if (!isEnough()) await allOrEach([id], work, onFailure, isEnough)
}
