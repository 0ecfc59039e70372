// Which passwords may be chosen. Sign-in never applies these rules: passwords that were chosen before them still work.
import type { Refusal } from '@tengrand/contract/refusals.ts'

import { weaknessOf } from './password-strength.ts'
import { isFitPassword } from './password.ts'

type Unfit = Extract<Refusal, { code: 'weak_password' | 'common_password' | 'email_as_password' }>

/** Null where it may be chosen. Without an email, the owner of the password is not known. */
export async function whyUnfit(password: string, email: string | null): Promise<Unfit | null> {
  if (!isFitPassword(password)) return { code: 'weak_password' }
  if (/\p{Cc}/u.test(password)) return { code: 'weak_password', hasControlCharacters: true }
  const weakness = await weaknessOf(password, email)
  if (weakness === null) return null
  if (weakness === 'email') return { code: 'email_as_password' }
  return weakness === 'listed'
    ? { code: 'common_password' }
    : { code: 'common_password', pattern: weakness }
}
