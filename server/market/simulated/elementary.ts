// Computes exp and log with + - * / alone: the accuracy of Math.exp and Math.log depends on the engine,
// and two nodes must not differ by a cent.

// Accurate to about one unit in the last place.
export function exp(x: number): number {
  if (!(x > -700 && x < 700)) throw new RangeError(`exp(${x}) is out of reach.`)
  const doublings = Math.floor(x * Math.LOG2E + 0.5)
  const rest = x - doublings * ln2High - doublings * ln2Low
  return powerOfTwo(doublings) * expNearZero(rest)
}

export function log(x: number): number {
  if (!(x > 0 && x < Infinity)) throw new RangeError(`log(${x}) is not a number.`)
  let mantissa = x
  let doublings = 0
  for (; mantissa < Math.SQRT1_2; doublings -= 1) mantissa *= 2
  for (; mantissa > Math.SQRT2; doublings += 1) mantissa *= 0.5
  return doublings * ln2High + (logNearOne(mantissa) + doublings * ln2Low)
}

// ln 2 in two parts; the first has 40 bits, so that its product with a small integer is exact.
const ln2High = 0.6931471805592082
const ln2Low = 7.371002565167799e-13

// Taylor's series; 13 terms suffice for |r| <= ln(2) / 2.
function expNearZero(r: number): number {
  const tail =
    2.48015873015873e-5 +
    r *
      (2.7557319223985893e-6 +
        r *
          (2.755731922398589e-7 +
            r * (2.505210838544172e-8 + r * (2.08767569878681e-9 + r * 1.6059043836821613e-10))))
  const middle =
    0.041666666666666664 +
    r * (0.008333333333333333 + r * (0.001388888888888889 + r * (0.0001984126984126984 + r * tail)))
  return 1 + r * (1 + r * (0.5 + r * (0.16666666666666666 + r * middle)))
}

// log m = 2 artanh((m - 1) / (m + 1)), a series in s squared, which is at most 0.03.
function logNearOne(m: number): number {
  const s = (m - 1) / (m + 1)
  const q = s * s
  const tail =
    0.18181818181818182 +
    q *
      (0.15384615384615385 +
        q * (0.13333333333333333 + q * (0.11764705882352941 + q * 0.10526315789473684)))
  const middle =
    0.6666666666666666 + q * (0.4 + q * (0.2857142857142857 + q * (0.2222222222222222 + q * tail)))
  return s * (2 + q * middle)
}

// By multiplication, because 2 ** n uses Math.pow, whose accuracy depends on the engine like that of Math.exp.
function powerOfTwo(exponent: number): number {
  const factor = exponent < 0 ? 0.5 : 2
  let power = 1
  for (let n = Math.abs(exponent); n > 0; n -= 1) power *= factor
  return power
}
