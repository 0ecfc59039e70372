// Signs learners up over HTTP for benches, and defines the server settings that raise the limits for them.

/** A limit of sign-ups that is counted but never reached, and tokens that last as long as a bench. */
export const manySignUps = {
  IDENTITY_SIGN_UPS_PER_TEN_MINUTES: '9999',
  IDENTITY_TOKEN_MINUTES: '60',
}

/** Turns off the rate limits of each account, because a few accounts do the work of many. */
export const withoutBudgets = { TRADES_PER_SECOND: '0', READS_PER_SECOND: '0' }

/** The password hash of each sign-up takes a core, so more sign-ups at once would only wait. */
const atOnce = 4

/** Returns the tokens of the learners, who are numbered from `first` on. */
export async function signUpLearners(address: string, count: number, first = 0): Promise<string[]> {
  const tokens: string[] = []
  const numbers = Array.from({ length: count }, (_, index) => first + index).values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const number of numbers) {
        tokens.push((await signUp(address, `learner-${number}@school.example`)).token)
      }
    }),
  )
  return tokens
}

/** Returns the cookies of the session, and its first token. */
export async function signUp(address: string, email: string) {
  const made = await fetch(`${address}/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  })
  if (!made.ok) throw new Error(`Could not sign up: ${await made.text()}`)
  await made.text()
  const cookie = made.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const answer = await fetch(`${address}/identity/token`, { headers: { cookie } })
  const { token } = (await answer.json()) as { token: string }
  // The first call creates the account.
  await (
    await fetch(`${address}/api/account`, { headers: { authorization: `Bearer ${token}` } })
  ).text()
  return { cookie, token }
}
