// Measures how long a token that was signed out on one node is still good on another.
import { randomUUID } from 'node:crypto'

import { waitFor } from './programs.ts'

/** In seconds. */
export async function signOutHeardAfter(here: string, elsewhere: string): Promise<number> {
  const headers = { 'content-type': 'application/json', origin: here }
  const made = await fetch(`${here}/identity/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      email: `${randomUUID()}@school.example`,
      password: 'correct horse battery',
    }),
  })
  const cookie = made.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const { token } = (await (
    await fetch(`${here}/identity/token`, { headers: { cookie } })
  ).json()) as { token: string }
  const status = async (): Promise<number> => {
    const authorization = `Bearer ${token}`
    const answer = await fetch(`${elsewhere}/api/account`, { headers: { authorization } })
    await answer.text()
    return answer.status
  }
  if ((await status()) !== 200) throw new Error('A new learner is not known on the other node.')
  const left = await fetch(`${here}/identity/sign-out`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: '{}',
  })
  if (!left.ok) throw new Error(`Could not sign out: ${await left.text()}`)
  const from = performance.now()
  await waitFor('a sign-out on the other node', async () => (await status()) === 401, {
    everyMs: 5,
  })
  return (performance.now() - from) / 1_000
}
