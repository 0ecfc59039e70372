// A memory with a limit for values that can be computed again. The recent generation is filled, and
// once full it becomes the old one, whose entries are forgotten unless they are asked for in time.

export function remember<Key, Value>(
  entriesMax: number,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  let recent = new Map<Key, Value>()
  let old = new Map<Key, Value>()
  return (key) => {
    const known = recent.get(key)
    if (known !== undefined) return known
    const value = old.get(key) ?? compute(key)
    if (recent.size >= entriesMax / 2) {
      old = recent
      recent = new Map()
    }
    recent.set(key, value)
    return value
  }
}
