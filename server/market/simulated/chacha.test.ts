// The ChaCha block function against published test vectors.
import { expect, test } from 'vitest'
import { chachaBlock, chachaInput, wordCount } from './chacha.ts'

function blockOf(input: Int32Array, rounds: number): string {
  const output = new Int32Array(wordCount)
  chachaBlock(input, rounds, output)
  const bytes = new DataView(new ArrayBuffer(4 * wordCount))
  for (const [index, word] of output.entries()) bytes.setInt32(4 * index, word, true)
  return Buffer.from(bytes.buffer).toString('hex')
}

test('12 rounds of the zero key (test vector TC1 of draft-strombergson-chacha-test-vectors)', () => {
  expect(blockOf(chachaInput(new Uint8Array(32)), 12)).toBe(
    '9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f' +
      '0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be',
  )
})

test('20 rounds (RFC 8439, section 2.3.2)', () => {
  const input = chachaInput(Uint8Array.from({ length: 32 }, (_, index) => index))
  input.set([1, 0x09000000, 0x4a000000, 0], 12)
  expect(blockOf(input, 20)).toBe(
    '10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e' +
      'd2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e',
  )
})

test('a key of another length is refused', () => {
  expect(() => chachaInput(new Uint8Array(31))).toThrow('32 bytes')
})
