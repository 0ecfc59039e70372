// The learner's way to sign in at this server: its query, the change of the email, and the words of a refusal.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as identityCalls from '@tengrand/contract/identity.ts'

import { call } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { explain, isCode } from '../session/identity-error.ts'
import { useLearnerOptions } from '../session/learner-query.ts'
import { useProvider } from '../session/session.tsx'

type OwnAccount = Answer<typeof identityCalls.ownAccount>

/** Disabled where another provider signs people in. */
export function useOwnAccount() {
  const options = useLearnerOptions('own-account')
  const provider = useProvider()
  return useQuery({
    ...options,
    queryFn: ({ signal }) => call(identityCalls.ownAccount, {}, { signal }),
    enabled: options.enabled && provider?.kind === 'embedded',
  })
}

/** Writes the pending email into the cache at once. */
export function useChangeEmail() {
  const { queryKey } = useLearnerOptions('own-account')
  const client = useQueryClient()
  return async (email: string, password: string): Promise<void> => {
    const answer = await call(identityCalls.changeEmail, { body: { email, password } })
    client.setQueryData<OwnAccount>(queryKey, (before) => before && { ...before, ...answer })
    void client.invalidateQueries({ queryKey })
  }
}

/** Explains a refused call in the server's words, with the form field that can correct it. */
export const explainProblem = (thrown: unknown) =>
  thrown instanceof ApiProblem
    ? {
        code: isCode(thrown.code) ? thrown.code : 'unknown',
        words: thrown.sentence,
        field: fields[thrown.code],
      }
    : explain(thrown)

/** The form field by refusal code. The codes of sign-in refusals are missing, because `useAttempt` maps them itself. */
const fields: Readonly<Record<string, string>> = {
  wrong_password: 'current',
  same_password: 'password',
  same_email: 'email',
}
