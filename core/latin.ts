// Spells Latin letters with accents in ASCII, so that names can be compared and checked against lists of words.

/** For the list of refused words: without accents. */
export const inAscii = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/\P{ASCII}/gu, (letter) => plainLetters[letter] ?? letter)

/** With the separators that the list knows. */
export const inWords = (text: string): string => text.replaceAll(/[^A-Za-z0-9]+/g, ' ').trim()

const plainLetters: Readonly<Record<string, string>> = Object.fromEntries(
  'ÆAE æae ŒOE œoe ØO øo ŁL łl ĐD đd ĦH ħh ŦT ŧt ÐD ðd ıi ßss ẞSS ÞTH þth ŊN ŋn ƏE əe ƎE ǝe ƁB ɓb ƊD ɗd ƉD ɖd ƐE ɛe ƑF ƒf ƔY ɣy ƘK ƙk ƆO ɔo ƲV ʋv ƳY ƴy ƝN ɲn'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/** Whether no letter is left, after `inAscii`, that looks like another one, and no middle dot, which looks like a full stop. */
export const isSpelled = (plain: string): boolean => !/(?!\p{ASCII})[\p{Alphabetic}·]/u.test(plain)
