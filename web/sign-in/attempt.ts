// A submission that the identity provider may refuse: busy state, failure in words, and focus on the field to correct.
import { useEffect, useId, useRef, useState } from 'react'

import { explain, type IdentityErrorCode } from '../session/identity-error.ts'

interface Failure {
  readonly words: string
  /** The name of the field to correct. */
  readonly field?: string | undefined
  readonly code?: IdentityErrorCode
}

export type Attempt = ReturnType<typeof useAttempt>

/** Explains an error; without a field, the code determines it. */
type Explain = (thrown: unknown) => ReturnType<typeof explain> & Pick<Failure, 'field'>

/** `before` is a failure from before the page loaded, such as a redirect with an error. */
export function useAttempt(before: string | null = null, explainWith: Explain = explain) {
  const form = useRef<HTMLFormElement>(null)
  /** The name of the pressed button while its work runs. */
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<(Failure & { button?: string }) | null>(
    before === null ? null : { words: before },
  )
  const failureId = useId()

  useEffect(() => {
    // A pressed button loses the focus while it is disabled.
    const isLost = document.activeElement === document.body
    const name = failure?.field ?? (isLost ? failure?.button : undefined)
    const next = name === undefined ? null : form.current?.elements.namedItem(name)
    if (next instanceof HTMLElement) next.focus()
    document.getElementById(failureId)?.scrollIntoView({ block: 'nearest' })
  }, [failure, failureId])

  // The browser may restore the page from its cache with the work long over.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setBusy(null)
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  /** Resolves to true on success, and stays busy then, because the form is removed next. */
  const run = async (button: string, words: string, work: () => Promise<void>) => {
    if (busy !== null) return false
    setBusy(button)
    setFailure(null)
    try {
      await work()
      return true
    } catch (thrown) {
      const { code, words: why, field: named = fieldOf[code] } = explainWith(thrown)
      const field = button === 'go' ? named : undefined
      setFailure({ words: words + why, code, field, button })
      setBusy(null)
      return false
    }
  }
  /** The `aria-describedby` of a field with a failure. */
  const faultOf = (field: string) => (failure?.field === field ? failureId : undefined)
  return { form, busy, failure, failureId, fail: setFailure, faultOf, run }
}

const fieldOf: Partial<Record<IdentityErrorCode, string>> = {
  invalid_credentials: 'password',
  weak_password: 'password',
  common_password: 'password',
  email_as_password: 'password',
  email_in_use: 'email',
  invalid_email: 'email',
  domain_not_allowed: 'email',
}
