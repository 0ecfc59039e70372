// How the learner signs in here, and what can be changed about that: apart from the other questions, because only the
// account menu and the pages about it need the calls of identity.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as identityCalls from '@tengrand/contract/identity.ts'

import { call } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { explain, isCode } from '../session/identity-error.ts'
import { useLearnerOptions } from '../session/learner-query.ts'
import { useProvider } from '../session/session.tsx'

type OwnAccount = Answer<typeof identityCalls.ownAccount>

/** Nothing where another provider signs people in: they change it there. */
export function useOwnAccount() {
  const mine = useLearnerOptions('own-account')
  const provider = useProvider()
  return useQuery({
    ...mine,
    queryFn: ({ signal }) => call(identityCalls.ownAccount, {}, { signal }),
    enabled: mine.enabled && provider?.kind === 'embedded',
  })
}

/** The answer shows at once that it waits to be confirmed. */
export function useChangeEmail() {
  const { queryKey } = useLearnerOptions('own-account')
  const client = useQueryClient()
  return async (email: string, password: string): Promise<void> => {
    const answer = await call(identityCalls.changeEmail, { body: { email, password } })
    client.setQueryData<OwnAccount>(queryKey, (before) => before && { ...before, ...answer })
    void client.invalidateQueries({ queryKey })
  }
}

export const changePassword = (password: string, newPassword: string) =>
  call(identityCalls.changePassword, { body: { password, newPassword } })

export const confirmEmail = (token: string) => call(identityCalls.confirmEmail, { body: { token } })

/** The identity provider sends it. */
export const useSendConfirmation = (send: () => Promise<void>) => useMutation({ mutationFn: send })

export const sendOwnConfirmation = async (): Promise<void> =>
  void (await call(identityCalls.sendConfirmation, { body: {} }))

/** Explains a refused call in the server's words, with the form field that can correct it, by refusal code. */
export const explainProblem = (fields: Readonly<Record<string, string>>) => (thrown: unknown) =>
  thrown instanceof ApiProblem
    ? {
        code: isCode(thrown.code) ? thrown.code : 'unknown',
        words: thrown.sentence,
        field: fields[thrown.code],
      }
    : explain(thrown)
