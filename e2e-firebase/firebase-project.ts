// Calls Firebase directly, without the product: creates and disables accounts, and reads the emails of Firebase.
import { newPerson, type Person } from '../e2e/learner.ts'
import { project } from './emulator.ts'

export const emulatorUrl = process.env['FIREBASE_AUTH_EMULATOR_URL'] ?? ''

const api = `${emulatorUrl}/identitytoolkit.googleapis.com/v1`

interface Account extends Person {
  readonly uid: string
  readonly token: string
}

/** Creates an account without the sign-up page, for tests that start after it. */
export async function createAccount(): Promise<Account> {
  const person = newPerson()
  const { localId: uid, idToken: token } = await ask(`${api}/accounts:signUp?key=demo`, {
    body: { ...person, returnSecureToken: true },
  })
  return { ...person, uid: String(uid), token: String(token) }
}

export async function closeAccount(uid: string): Promise<void> {
  await ask(`${api}/projects/${project}/accounts:update`, {
    headers: { authorization: 'Bearer owner' },
    body: { localId: uid, disableUser: true },
  })
}

/** The unused codes of the mails to an address. */
export async function resetCodesFor(email: string): Promise<string[]> {
  const { oobCodes } = await ask(`${emulatorUrl}/emulator/v1/projects/${project}/oobCodes`)
  const codes = oobCodes as { email: string; oobCode: string; requestType: string }[]
  return codes
    .filter((code) => code.email === email && code.requestType === 'PASSWORD_RESET')
    .map(({ oobCode }) => oobCode)
}

interface Question {
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

async function ask(
  url: string,
  { headers, body }: Question = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}
