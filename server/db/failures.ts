// Tells failures of the database apart: those that pass, and all others, which are bugs.
import { errorCode } from '../errors.ts'

/** The connection to the database failed; a retry may succeed. */
export class DatabaseUnreachable extends Error {}

/** The database cancelled the work because of a timeout, a lock or a conflict. */
export class DatabaseBusy extends Error {}

export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === '23505'

/** Also a full disk (53100), a failing disk (58030) and a read-only database after a failover (25006). */
const unreachable = /^(E(?!RR_)[A-Z_]{4,}|08...|25006|53...|57P..|58...)$/
/** Serialization conflicts, deadlocks, lock and statement timeouts. */
const busy = /^(40001|40P01|55P03|57014|25P03)$/
/** Errors of the driver, which have no code. */
const driverFailure =
  /^(Connection terminated|timeout exceeded|timeout expired|Query read timeout|Client has enc)/

/** The driver has given up on a statement, and its answer may still come. */
export function isUnanswered(error: unknown): error is Error {
  const { cause } = error instanceof DatabaseUnreachable ? error : { cause: error }
  return cause instanceof Error && cause.message.startsWith('Query read timeout')
}

/** Returns the error as one of the classes above, or unchanged. */
export function classify(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = errorCode(error)
  if (busy.test(code)) return new DatabaseBusy(error.message, { cause: error })
  return unreachable.test(code) || driverFailure.test(error.message)
    ? new DatabaseUnreachable(error.message, { cause: error })
    : error
}
