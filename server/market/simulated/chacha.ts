// The ChaCha block function (RFC 8439 with a free number of rounds): the one-way function of the simulated market.
// Prices are public, so the underlying random numbers must not be computable from them.

export const wordCount = 16

// `input` is the start state (constants, key, address); `output` must be another array.
export function chachaBlock(input: Int32Array, rounds: number, output: Int32Array): void {
  output.set(input)
  for (let round = 0; round < rounds; round += 2) {
    mixQuarters(output, 0, 0, 0)
    mixQuarters(output, 1, 2, 3)
  }
  for (let word = 0; word < wordCount; word += 1) {
    output[word] = (wordAt(output, word) + wordAt(input, word)) | 0
  }
}

// The start state: the four constants ('expand 32-byte k'), the key, and four words for the address.
export function chachaInput(key: Uint8Array): Int32Array {
  if (key.length !== 32) throw new RangeError('A ChaCha key has 32 bytes.')
  const input = new Int32Array(wordCount)
  input.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574])
  const bytes = new DataView(key.buffer, key.byteOffset, key.byteLength)
  for (let word = 0; word < 8; word += 1) input[4 + word] = bytes.getInt32(4 * word, true)
  return input
}

export function wordAt(words: Int32Array, index: number): number {
  const word = words[index]
  if (word === undefined) throw new RangeError(`There is no word ${index}.`)
  return word
}

// Four quarter rounds; the shifts select columns (0, 0, 0) or diagonals (1, 2, 3). The loop over the lanes needs a
// quarter of the lines of the unrolled form and is fast enough.
function mixQuarters(x: Int32Array, shiftB: number, shiftC: number, shiftD: number): void {
  for (let lane = 0; lane < 4; lane += 1) {
    const indexB = 4 + ((lane + shiftB) & 3)
    const indexC = 8 + ((lane + shiftC) & 3)
    const indexD = 12 + ((lane + shiftD) & 3)
    let a = wordAt(x, lane)
    let b = wordAt(x, indexB)
    let c = wordAt(x, indexC)
    let d = wordAt(x, indexD)
    a = (a + b) | 0
    d = rotate(d ^ a, 16)
    c = (c + d) | 0
    b = rotate(b ^ c, 12)
    a = (a + b) | 0
    d = rotate(d ^ a, 8)
    c = (c + d) | 0
    b = rotate(b ^ c, 7)
    x[lane] = a
    x[indexB] = b
    x[indexC] = c
    x[indexD] = d
  }
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))
