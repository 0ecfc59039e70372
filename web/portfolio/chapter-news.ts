// The news between the tabs of a browser that a chapter has ended: nothing that another one shows is of this chapter.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { invalidateLearnerQueries, useLearnerOptions } from '../session/learner-query.ts'

const channelName = 'tengrand-chapter'

export function tellChapter(): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
  channel.postMessage(0)
  channel.close()
}

/** What is asked for again is only what belongs to whoever is signed in here. */
export function useChapterNews(): void {
  const client = useQueryClient()
  const [, uid] = useLearnerOptions().queryKey
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', () => void invalidateLearnerQueries(client, uid))
    return () => channel.close()
  }, [client, uid])
}
