// Measures how long a token that was signed out on one node is still good on another.
import { randomUUID } from 'node:crypto'

import { signUp } from '../bench/learners.ts'
import { waitFor } from './programs.ts'

/** In seconds. */
export async function signOutHeardAfter(here: string, elsewhere: string): Promise<number> {
  const { cookie, token } = await signUp(here, `${randomUUID()}@school.example`)
  const status = async (): Promise<number> => {
    const authorization = `Bearer ${token}`
    const answer = await fetch(`${elsewhere}/api/account`, { headers: { authorization } })
    await answer.text()
    return answer.status
  }
  if ((await status()) !== 200) throw new Error('A new learner is not known on the other node.')
  const left = await fetch(`${here}/identity/sign-out`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: here, cookie },
    body: '{}',
  })
  if (!left.ok) throw new Error(`Could not sign out: ${await left.text()}`)
  const from = performance.now()
  await waitFor('a sign-out on the other node', async () => (await status()) === 401, {
    everyMs: 5,
  })
  return (performance.now() - from) / 1_000
}
