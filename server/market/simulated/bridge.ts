// The one step that all paths are made of: where a random walk is at a moment between two known
// ones.

// Time is measured in variance, so a wild stretch moves far and a calm one stays near.
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
