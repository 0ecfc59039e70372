// What may be told of an error whose message could quote somebody, and the error that is told in its own words.

/** The code that Node, the driver and the libraries give their errors; '' where there is none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Its name and its code. */
export function errorName(error: unknown): { name: string; code?: string } {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = errorCode(error)
  return { name: error.name, ...(code === '' ? {} : { code }) }
}

/** A problem that the person who starts the product can mend: main prints its sentence alone and exits with code 1. */
export class StartProblem extends Error {}
