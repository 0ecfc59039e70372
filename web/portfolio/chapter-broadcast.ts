// Broadcasts to the other tabs of the browser that a chapter has ended, so that they refetch their queries.
import { useEffect } from 'react'

import { useInvalidateLearner } from '../session/learner-query.ts'

const channelName = 'tengrand-chapter'

export function broadcastChapter(): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
  channel.postMessage(0)
  channel.close()
}

/** Invalidates the queries of the account that is signed in here. */
export function useChapterBroadcast(): void {
  const invalidate = useInvalidateLearner()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', () => void invalidate())
    return () => channel.close()
  }, [invalidate])
}
