// What may be told of an error whose message could quote somebody: its name and its code.

/** The code that Node, the driver and the libraries give their errors; '' where there is none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export function errorName(error: unknown): { name: string; code?: string } {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = errorCode(error)
  return { name: error.name, ...(code === '' ? {} : { code }) }
}
