// What people may send: exactly the named texts, an e-mail that can be written to, a password within limits.

/** The named fields and nothing else; null where one is missing or no text. */
export function textsOf<const Name extends string>(
  body: unknown,
  names: readonly Name[],
): Record<Name, string> | null {
  if (typeof body !== 'object' || body === null) return null
  const given = new Map<string, unknown>(Object.entries(body))
  const texts = names.map((name) => [name, given.get(name)] as const)
  if (!texts.every((entry) => typeof entry[1] === 'string')) return null
  return Object.fromEntries(texts) as Record<Name, string>
}

/** As it is stored; null where it is none. Narrower than the standard: what stands in a letter's head must be harmless. */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  const isPlain = emailForm.test(email) && !email.includes(encodedWord)
  return email.length <= emailCharactersMax && isPlain ? email : null
}

const emailCharactersMax = 254
/** Mail programs read what begins so as other characters than are written there. */
const encodedWord = '=?'
const emailForm =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * Characters as a person counts them, not the pieces that some of them are stored in. Half a character is none: all
 * halves are hashed alike, so that one would open what another has locked.
 */
export function isFitPassword(text: string): boolean {
  if (text.length > 4 * passwordCharactersMax || !text.isWellFormed()) return false
  const characters = Array.from(text).length
  return characters >= passwordCharactersMin && characters <= passwordCharactersMax
}

const passwordCharactersMin = 8
const passwordCharactersMax = 128
