// The standard normal quantile by Wichura's algorithm AS 241 (PPND16): one uniform number in (0, 1)
// becomes one normal number, to about 16 digits and without rejection, so an address has one value.
import { log } from './elementary.ts'

export function normalQuantile(p: number): number {
  const q = p - 0.5
  if (q >= -0.425 && q <= 0.425) return center(q)
  const r = Math.sqrt(-log(q < 0 ? p : 1 - p))
  const size = r <= 5 ? shoulder(r - 1.6) : tail(r - 5)
  return q < 0 ? -size : size
}

function center(q: number): number {
  const x = 0.180625 - q * q
  const top = polynomial(
    x,
    3.3871328727963665,
    133.14166789178438,
    1971.5909503065513,
    13731.69376550946,
    45921.95393154987,
    67265.7709270087,
    33430.57558358813,
    2509.0809287301227,
  )
  const bottom = polynomial(
    x,
    1,
    42.31333070160091,
    687.1870074920579,
    5394.196021424751,
    21213.794301586597,
    39307.89580009271,
    28729.085735721943,
    5226.495278852854,
  )
  return (q * top) / bottom
}

function shoulder(r: number): number {
  const top = polynomial(
    r,
    1.4234371107496835,
    4.630337846156546,
    5.769497221460691,
    3.6478483247632045,
    1.2704582524523684,
    0.2417807251774506,
    0.022723844989269184,
    0.0007745450142783414,
  )
  const bottom = polynomial(
    r,
    1,
    2.053191626637759,
    1.6763848301838038,
    0.6897673349851,
    0.14810397642748008,
    0.015198666563616457,
    0.0005475938084995345,
    1.0507500716444169e-9,
  )
  return top / bottom
}

function tail(r: number): number {
  const top = polynomial(
    r,
    6.657904643501103,
    5.463784911164114,
    1.7848265399172913,
    0.29656057182850487,
    0.026532189526576124,
    0.0012426609473880784,
    2.7115555687434876e-5,
    2.0103343992922881e-7,
  )
  const bottom = polynomial(
    r,
    1,
    0.599832206555888,
    0.1369298809227358,
    0.014875361290850615,
    0.0007868691311456133,
    1.8463183175100548e-5,
    1.421511758316446e-7,
    2.0442631033899397e-15,
  )
  return top / bottom
}

// Eight named coefficients instead of an array, because array reads cost more in the hottest loop.
function polynomial(
  x: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
): number {
  return a + x * (b + x * (c + x * (d + x * (e + x * (f + x * (g + x * h))))))
}
