// A seeded random number generator: sfc32, by Chris Doty-Humphrey.

/** Returns numbers in [0, 1). The first rounds are dropped, so that sequences of neighboring seeds are unrelated. */
export function seeded(seed: number): () => number {
  let [a, b, c, counter] = [0, Math.floor(seed / 2 ** 32) | 0, seed | 0, 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 15; round += 1) next()
  return next
}

/** The numbers below a count in random order; every order is equally likely. */
export function shuffled(count: number, random: () => number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0]
  }
  return numbers
}
