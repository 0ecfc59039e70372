// What an email address is here.

/** As it is stored; null where it is none. Narrower than the standard: what stands in a message's head must be harmless. */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  // Before it is put into small letters: some characters of other alphabets would become plain ones.
  const isPlain = isAscii.test(text) && emailForm.test(email) && !email.includes(encodedWord)
  return email.length <= emailCharactersMax && isPlain ? email : null
}

/** Of an address that was parsed. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

const isAscii = /^[\0-\x7f]*$/
const emailCharactersMax = 254
/** Mail programs read what begins so as other characters than are written there. */
const encodedWord = '=?'
const emailForm =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
