// A map that remembers so much and no more: where it is full, what was put in the longest ago is forgotten.

export class BoundedMap<K, V> extends Map<K, V> {
  readonly #sizeMax: number

  constructor(sizeMax: number) {
    super()
    this.#sizeMax = sizeMax
  }

  override set(key: K, value: V): this {
    // What is put in again is the newest again.
    this.delete(key)
    const [oldest] = this.keys()
    if (this.size >= this.#sizeMax && oldest !== undefined) this.delete(oldest)
    return super.set(key, value)
  }
}
