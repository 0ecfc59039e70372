// A mutation of what the learner owns: one request at a time under an Idempotency-Key, retried under the same key until its outcome
// is known, and every learner query is invalidated afterwards.
import { useEffect, useRef, useState } from 'react'

import { isFinalRefusal, newKey, sendWithRetry } from '../api/idempotent.ts'
import { instantNow } from '../ui/instant.ts'
import { useInvalidateLearner, useLearnerOptions } from './learner-query.ts'
import { useOpenRequests } from './open-requests.ts'

export type Outcome<Answer> =
  | {
      readonly kind: 'done'
      readonly answer: Answer
      /** When the request was first sent, if this answers a retry of the learner; otherwise null. */
      readonly retryOf: number | null
    }
  | {
      readonly kind: 'refused'
      readonly error: unknown
      /** The request may have been executed after all. */
      readonly isOpen: boolean
    }

interface LearnerMutation<Body, Answer> {
  readonly send: (body: Body, key: string) => Promise<Answer>
  /** Whether a body is a retry of one without a final answer, which is then sent as it was, under its key. */
  readonly isRetry: (sent: Body, next: Body) => boolean
  readonly onSettled: (outcome: Outcome<Answer>, sent: Body) => void
  /** The storage item of the requests without a final answer; without a name they are forgotten with the page. */
  readonly storedAs?: string
  /** The time after a response in which no other request is sent. */
  readonly restMs?: number
}

export function useLearnerMutation<Body extends object, Answer>(
  mutation: LearnerMutation<Body, Answer>,
) {
  const { send, isRetry, onSettled, storedAs, restMs = 0 } = mutation
  const invalidate = useInvalidateLearner()
  const [, uid] = useLearnerOptions().queryKey
  const [outcome, setOutcome] = useState<Outcome<Answer> | null>(null)
  const { state, lock, unlock } = useLock(restMs)
  const { find, begin, end, unanswered, forget } = useOpenRequests<Body>(
    storedAs,
    String(uid),
    () => setOutcome((last) => (last?.kind === 'refused' && last.isOpen ? null : last)),
  )

  const submit = async (body: Body): Promise<void> => {
    if (!lock()) return
    setOutcome(null)
    const before = find((sent) => isRetry(sent, body))
    const sent = before ?? { body, key: newKey(), sentAt: instantNow() }
    begin(sent)
    const sending = sendWithRetry(() => send(sent.body, sent.key))
    const next = await outcomeOf(sending, before?.sentAt ?? null)
    end(sent, next.kind === 'refused' && next.isOpen)
    setOutcome(next)
    unlock()
    onSettled(next, sent.body)
    // After every outcome: an open one may have been executed, and a refusal means that the cache is outdated.
    void invalidate()
  }
  return {
    isSending: state === 'sending',
    /** True while no request can be sent. */
    isBusy: state !== 'free',
    outcome,
    setOutcome,
    submit: (body: Body): void => void submit(body),
    /** The requests of this or an earlier visit whose outcome is not known, the newest first. */
    unanswered,
    /** Gives a request up: the same body is a new request from then on. */
    forget,
  }
}

/** Locks the mutation while a request is sent, and for `restMs` after it. */
function useLock(restMs: number) {
  const [state, setState] = useState<'free' | 'sending' | 'resting'>('free')
  // A ref, because two clicks can come before the next render.
  const isLocked = useRef(false)
  useEffect(() => {
    if (state !== 'resting') return
    const endRest = (): void => {
      isLocked.current = false
      setState('free')
    }
    const timer = setTimeout(endRest, restMs)
    return () => clearTimeout(timer)
  }, [state, restMs])
  /** False where it is locked already. */
  const lock = (): boolean => {
    if (isLocked.current) return false
    isLocked.current = true
    setState('sending')
    return true
  }
  const unlock = (): void => {
    isLocked.current = restMs > 0
    setState(restMs > 0 ? 'resting' : 'free')
  }
  return { state, lock, unlock }
}

const outcomeOf = <Answer>(
  sending: Promise<Answer>,
  retryOf: number | null,
): Promise<Outcome<Answer>> =>
  sending.then(
    (answer) => ({ kind: 'done', answer, retryOf }),
    (error: unknown) => ({ kind: 'refused', error, isOpen: !isFinalRefusal(error) }),
  )
