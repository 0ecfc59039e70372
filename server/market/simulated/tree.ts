// The common parts of the day tree and the slot tree: the addresses of their random numbers, and the bridge step.

// A level, a block and a node are the address of one roll of a stream's dice. Its meaning must never change, because
// every past price would change with it.
export const levels = {
  // Levels 0 to 8 are the day tree: the block of days, and the node within its level.
  days: 0,
  // From here on, the second number is a day instead of a block of days.
  night: 9,
  // Every second level from 10 to 26 is for the slots of a session, by the node within its level: a roll has enough
  // numbers for two levels, so each of these nodes is split in four.
  slots: 10,
  // The second number is the season.
  earnings: 254,
  // The edge before a block of days.
  edge: 255,
} as const

// A random point between two known values of a random walk. Time is measured in variance, so volatile periods move
// further.
export function midpoint(
  start: number,
  end: number,
  varianceBefore: number,
  varianceAfter: number,
  normal: number,
): number {
  const variance = varianceBefore + varianceAfter
  const mean = (start * varianceAfter + end * varianceBefore) / variance
  return mean + Math.sqrt((varianceBefore * varianceAfter) / variance) * normal
}

// Reads an array element that must exist, in a form that the engine can inline.
export function at(values: Float64Array, index: number): number {
  const value = values[index]
  if (value === undefined) throw new RangeError(`There is no value ${index}.`)
  return value
}
