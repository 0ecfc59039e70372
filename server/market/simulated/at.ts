// Reads an array where a missing value would be a bug, in a form that the engine can inline.

export function at(values: Float64Array, index: number): number {
  const value = values[index]
  if (value === undefined) throw new RangeError(`There is no value ${index}.`)
  return value
}
