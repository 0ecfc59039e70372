// Broadcasts to the other tabs of the browser that a chapter has ended, so that they refetch their queries.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { invalidateLearnerQueries, useLearnerOptions } from '../session/learner-query.ts'

const channelName = 'tengrand-chapter'

export function broadcastChapter(): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
  channel.postMessage(0)
  channel.close()
}

/** Invalidates the queries of the account that is signed in here. */
export function useChapterBroadcast(): void {
  const client = useQueryClient()
  const [, uid] = useLearnerOptions().queryKey
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', () => void invalidateLearnerQueries(client, uid))
    return () => channel.close()
  }, [client, uid])
}
