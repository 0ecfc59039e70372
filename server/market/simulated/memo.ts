// A memory with a limit for values that can be computed again.
import { BoundedMap } from '../../bounded-map.ts'

export function remember<Key, Value>(
  entriesMax: number,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new BoundedMap<Key, Value>(entriesMax)
  return (key) => {
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const value = compute(key)
    known.set(key, value)
    return value
  }
}
