// A map of limited size, and a memo function on top of it: both drop the older half of their entries at once.

/**
 * Holds up to `sizeMax` entries in two generations; at least the newest half is always there. Dropping a generation at
 * once is cheap, whereas evicting one entry at a time from a single Map scans over the ones deleted before.
 */
export class BoundedMap<K, V> {
  readonly #generationMax: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()

  constructor(sizeMax: number) {
    this.#generationMax = sizeMax / 2
  }

  get(key: K): V | undefined {
    const value = this.#young.get(key)
    return value === undefined ? this.#old.get(key) : value
  }

  /** Setting an entry again makes it the newest. */
  set(key: K, value: V): void {
    this.#old.delete(key)
    this.#young.set(key, value)
    if (this.#young.size < this.#generationMax) return
    this.#old = this.#young
    this.#young = new Map()
  }

  delete(key: K): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }

  *[Symbol.iterator](): Iterator<readonly [K, V]> {
    yield* this.#old
    yield* this.#young
  }
}

/** Caches the values of a pure function; what was dropped is computed again. */
export function memoize<Key, Value>(
  entriesMax: number,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new BoundedMap<Key, Value>(entriesMax)
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const value = compute(key)
    values.set(key, value)
    return value
  }
}
