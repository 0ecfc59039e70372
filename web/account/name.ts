// The account with the name that others see, and the change of that name.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as accountCalls from '@tengrand/contract/account.ts'

import { call } from '../api/client.ts'
import { useLearnerOptions, useLearnerQuery } from '../session/learner-query.ts'

/** The name is on the leaderboard too, under which it stands. */
export function useChangeName() {
  const { queryKey } = useLearnerOptions('account')
  const client = useQueryClient()
  const [mine, uid] = queryKey
  return useMutation({
    mutationFn: (name: string) => call(accountCalls.changeName, { body: { display_name: name } }),
    onSuccess: (account) => {
      client.setQueryData(queryKey, account)
      void client.invalidateQueries({ queryKey: [mine, uid, 'leaderboard'] })
    },
  })
}

export const useAccount = () =>
  useLearnerQuery(['account'], (options) => call(accountCalls.account, {}, options))
