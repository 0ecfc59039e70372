// The one text of a value that every computer writes alike, for the fingerprint of a lesson.

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json }

/** JSON with sorted names and without spaces. Numbers are whole, because languages write fractions differently. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number') return wholeNumber(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)

function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
  return String(value)
}
