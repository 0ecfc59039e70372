// The rules of a league: its times, who is ranked, the order of its board, its name and its code.
import { dayMs } from './day.ts'
import { isReservedName } from './display-name.ts'
import { inAscii, inWords, isSpelled } from './latin.ts'
import { closeFrom } from './session.ts'

export type LeagueOrders = 'now' | 'all'
export type LeagueHoldings = 'never' | 'after' | 'always'
export type LeagueState = 'before' | 'open' | 'over'

interface Times {
  readonly startsAt: number
  readonly endsAt: number
}

/** From the end on a league is over; at the start it is open. */
export const leagueStateAt = ({ startsAt, endsAt }: Times, at: number): LeagueState =>
  at >= endsAt ? 'over' : at < startsAt ? 'before' : 'open'

export const leagueDaysMax = 366
/** In dollars. */
export const leagueCash = { min: 1_000, max: 1_000_000 } as const

/** A late joiner knows how the prices went, so only those who joined in the first tenth of the planned time are ranked. */
export const isJoinedInTime = (joinedAt: number, { startsAt, endsAt }: Times): boolean =>
  joinedAt <= startsAt + (endsAt - startsAt) / 10

/** The notice of an early end: an owner in the lead cannot choose the moment. */
const earlyEndMs = dayMs

/** The end that an owner can reach now. At a provider's prices a league ends with a session, but never later than before. */
export function earlyEnd(now: number, endsAt: number, endsWithSession: boolean): number {
  const from = now + earlyEndMs
  return Math.min(endsAt, endsWithSession ? closeFrom(from) : from)
}

/** No vowels, so that codes do not form words, and no 0, 1 and L, which are misread. */
const codeAlphabet = 'BCDFGHJKMNPQRSTVWXYZ23456789'
const codeLength = 8

/** `pick(n)` returns a random whole number from 0 to n − 1. */
export const makeCode = (pick: (n: number) => number): string =>
  Array.from({ length: codeLength }, () => codeAlphabet.charAt(pick(codeAlphabet.length))).join('')

const codeShape = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`)

/** The code as it is stored: accepts any case, spaces and hyphens. */
export const normalizeCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}−]/gu, '')
    .toUpperCase()

/** The same; null if no code can look like this. */
export function parseCode(text: string): string | null {
  const code = normalizeCode(text)
  return codeShape.test(code) ? code : null
}

/** The code as people read it: two groups of four. */
export const codeInGroups = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

const nameLengthMin = 3
const nameLengthMax = 40
/** Latin letters, digits and some punctuation; no dot that could be one of a web address, but 'St. Mary' and '9.b'. */
const nameShape =
  /^(?=.*[\p{Script=Latin}\d])(?:[\p{Script=Latin}\d\-–—_'’&,!()+#]|\.(?= |$)|(?<=\d)\.(?=\p{L}(?: |$))| (?! ))+$/u

/** The name as it will be shown; null if it is too short, too long, has other characters or is not acceptable. */
export function parseLeagueName(text: string): string | null {
  const name = text.normalize('NFC').trim()
  const { length } = Array.from(name)
  if (length < nameLengthMin || length > nameLengthMax || !nameShape.test(name)) return null
  const plain = inAscii(name)
  if (!isSpelled(plain)) return null
  const signs = [/[!(+#]/g, /(?<=\w)[!(+#](?=\w)/g]
  const spelled = signs.map((sign) => plain.replaceAll(sign, (one) => signsAsLetters[one] ?? one))
  return [plain, ...spelled].some((one) => isReservedName(inWords(one))) ? null : name
}

const signsAsLetters: Readonly<Record<string, string>> = { '!': 'i', '(': 'c', '+': 't', '#': 'h' }
