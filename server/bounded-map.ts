// A map that remembers so much and no more, and the half of it that was put in last for certain: the older one is
// forgotten at once. A single Map, which forgets one at a time, steps over all it has forgotten to find its oldest.

export class BoundedMap<K, V> {
  readonly #generationMax: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()

  constructor(sizeMax: number) {
    this.#generationMax = sizeMax / 2
  }

  get(key: K): V | undefined {
    const kept = this.#young.get(key)
    return kept === undefined ? this.#old.get(key) : kept
  }

  /** What is put in again is the newest again. */
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
