// Changing the name that the others see: apart from the questions, because it takes code that only the account menu needs.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@tengrand/contract/api.ts'

import { call } from '../api/client.ts'
import { useMine } from '../portfolio/learner-queries.ts'

/** The name is on the leaderboard too, under which it stands. */
export function useChangeName() {
  const { queryKey } = useMine('account')
  const client = useQueryClient()
  const [mine, uid] = queryKey
  return useMutation({
    mutationFn: (name: string) => call(api.changeName, { body: { display_name: name } }),
    onSuccess: (account) => {
      client.setQueryData(queryKey, account)
      void client.invalidateQueries({ queryKey: [mine, uid, 'leaderboard'] })
    },
  })
}
