// Reads codes and names of errors whose message may hold personal data, and defines the error for operators.

/** The code of errors of Node, the driver and the libraries; '' without one. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export function errorName(error: unknown): { name: string; code?: string } {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = errorCode(error)
  return { name: error.name, ...(code === '' ? {} : { code }) }
}

/** A problem that the operator can fix: main prints only its message and exits with code 1. */
export class StartProblem extends Error {}
