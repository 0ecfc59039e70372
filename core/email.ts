// Parses email addresses.

/** The address as it is stored, or null. Stricter than the standard, so that it is safe in a message header. */
export function parseEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  // Tested before toLowerCase, which turns some letters of other alphabets into ASCII.
  const isPlain = isAscii.test(text) && emailForm.test(email) && !email.includes(encodedWord)
  return email.length <= emailCharactersMax && isPlain ? email : null
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

const isAscii = /^[\0-\x7f]*$/
const emailCharactersMax = 254
/** Mail programs decode text that begins like this into other characters. */
const encodedWord = '=?'
const emailForm =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
