// A mutation of what the learner owns: one request at a time under an Idempotency-Key, retried under the same key, and every
// learner query is invalidated afterwards.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { isFinalRefusal, newKey, sendWithRetry } from '../api/idempotent.ts'
import { invalidateLearnerQueries, useLearnerOptions } from './learner-query.ts'

export type Outcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | {
      readonly kind: 'refused'
      readonly error: unknown
      /** The request may have been executed after all. */
      readonly isOpen: boolean
    }

interface LearnerMutation<Body, Answer> {
  readonly send: (body: Body, key: string) => Promise<Answer>
  /** Whether a body is a retry of the one without a final answer, which is then sent as it was, under its key. */
  readonly isRetry: (sent: Body, next: Body) => boolean
  readonly onSettled: (outcome: Outcome<Answer>, sent: Body) => void
  /** The time after a response in which no other request is sent. */
  readonly restMs?: number
}

export function useLearnerMutation<Body, Answer>(mutation: LearnerMutation<Body, Answer>) {
  const { send, isRetry, onSettled, restMs = 0 } = mutation
  const client = useQueryClient()
  const [, uid] = useLearnerOptions().queryKey
  const [outcome, setOutcome] = useState<Outcome<Answer> | null>(null)
  const [state, setState] = useState<'free' | 'sending' | 'resting'>('free')
  // A ref, because two clicks can come before the next render.
  const isLocked = useRef(false)
  const open = useRef<{ readonly body: Body; readonly key: string } | null>(null)
  useEffect(() => {
    if (state !== 'resting') return
    const endRest = (): void => {
      isLocked.current = false
      setState('free')
    }
    const timer = setTimeout(endRest, restMs)
    return () => clearTimeout(timer)
  }, [state, restMs])

  const submit = async (body: Body): Promise<void> => {
    if (isLocked.current) return
    isLocked.current = true
    setState('sending')
    setOutcome(null)
    const sent = open.current && isRetry(open.current.body, body) ? open.current : newRequest(body)
    open.current = sent
    const next = await outcomeOf(sendWithRetry(() => send(sent.body, sent.key)))
    if (next.kind === 'done' || !next.isOpen) open.current = null
    setOutcome(next)
    setState(restMs > 0 ? 'resting' : 'free')
    isLocked.current = restMs > 0
    onSettled(next, sent.body)
    // After every outcome: an open one may have been executed, and a refusal means that the cache is outdated.
    void invalidateLearnerQueries(client, uid)
  }
  return {
    isSending: state === 'sending',
    /** True while no request can be sent. */
    isBusy: state !== 'free',
    outcome,
    setOutcome,
    submit: (body: Body): void => void submit(body),
  }
}

const newRequest = <Body>(body: Body) => ({ body, key: newKey() })

const outcomeOf = <Answer>(sending: Promise<Answer>): Promise<Outcome<Answer>> =>
  sending.then(
    (answer) => ({ kind: 'done', answer }),
    (error: unknown) => ({ kind: 'refused', error, isOpen: !isFinalRefusal(error) }),
  )
